import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";
import { type Diagnostic, info } from "../contract/diagnostic.ts";
import { type Outcome, success } from "../contract/outcome.ts";
import type { CatalogTool, ToolCatalog } from "../contract/tool-catalog.ts";

interface ReadTool extends CatalogTool {
  readonly promptSnippet: string;
}

/** The program without which Pi's tool answers with an error; nothing is downloaded. */
const programs: Readonly<Record<string, string>> = { grep: "rg", find: "fd" };

const readTools: readonly ReadTool[] = [
  readTool("read", "Read the contents of a file.", "Read file contents"),
  readTool("grep", "Search file contents for a pattern.", "Search file contents for patterns (respects .gitignore)"),
  readTool("find", "Find files by a glob pattern.", "Find files by glob pattern (respects .gitignore)"),
  readTool("ls", "List the entries of a directory.", "List directory contents"),
];

/** Pi's read tools that work on this machine; one left out is named with what is missing. */
export function readToolCatalog(where: { readonly agentDir: string; readonly path: string }): Outcome<ToolCatalog> {
  const missing = readTools.filter(({ name }) => programs[name] !== undefined && !isThere(programs[name], where));
  return success(
    readTools.filter((tool) => !missing.includes(tool)),
    missing.map(({ name }) => leftOut(name, programs[name] ?? "")),
  );
}

function readTool(name: string, description: string, promptSnippet: string): ReadTool {
  return { id: name, name, effects: ["filesystem-read"], description, promptSnippet, adapterMapping: name };
}

function leftOut(name: string, program: string): Diagnostic {
  const message = `The tool "${name}" is left out because "${program}" is neither in PATH nor in Pi's bin directory; install it to offer the tool.`;
  return info("tool.program-missing", message, `tools.${name}`);
}

function isThere(program: string, where: { readonly agentDir: string; readonly path: string }): boolean {
  const file = process.platform === "win32" ? `${program}.exe` : program;
  const directories = [join(where.agentDir, "bin"), ...where.path.split(delimiter).filter((each) => each !== "")];
  return directories.some((directory) => isExecutable(join(directory, file)));
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
