import { accessSync, constants, existsSync } from "node:fs";
import { delimiter, join, sep } from "node:path";
import { type Diagnostic, info } from "../contract/diagnostic.ts";
import { type Outcome, success } from "../contract/outcome.ts";
import type { CatalogTool, ToolCatalog } from "../contract/tool-catalog.ts";

interface Places {
  readonly agentDir: string;
  readonly path: string;
}

interface ReadTool extends CatalogTool {
  readonly promptSnippet: string;
}

/** The program without which Pi's tool answers with an error; nothing is downloaded. */
const programs: Readonly<Record<string, string>> = { grep: "rg", find: "fd" };
/** Pi would start it in place of `fd`, but the one of a stable Debian is too old for the flags that Pi gives. */
const debianFd = "fdfind";

const readTools: readonly ReadTool[] = [
  readTool("read", "Read the contents of a file.", "Read file contents", 650),
  readTool(
    "grep",
    "Search file contents for a pattern.",
    "Search file contents for patterns (respects .gitignore)",
    1080,
  ),
  readTool("find", "Find files by a glob pattern.", "Find files by glob pattern (respects .gitignore)", 640),
  readTool("ls", "List the entries of a directory.", "List directory contents", 440),
];

/** Pi's read tools that work on this machine; one left out is named with what is missing. */
export function readToolCatalog(where: Places): Outcome<ToolCatalog> {
  const missing = readTools.filter(({ name }) => programs[name] !== undefined && !isThere(programs[name], where));
  return success(
    readTools.filter((tool) => !missing.includes(tool)),
    missing.map(({ name }) => leftOut(name, programs[name] ?? "", where)),
  );
}

/** `definitionCharacters` are those of Pi's own name, description and parameters: they are sent, but not loaded only to be counted. */
function readTool(name: string, description: string, promptSnippet: string, definitionCharacters: number): ReadTool {
  return {
    id: name,
    name,
    effects: ["filesystem-read"],
    description,
    promptSnippet,
    adapterMapping: name,
    definitionCharacters,
  };
}

function leftOut(name: string, program: string, where: Places): Diagnostic {
  const only = program === "fd" && isThere(debianFd, where);
  const fix = only
    ? `"${debianFd}" does not count because it may be older than Pi needs; put fd 8.7 or newer there as "fd"`
    : "install it to offer the tool";
  const message = `The tool "${name}" is left out because "${program}" is neither in PATH nor in Pi's bin directory; ${fix}.`;
  return info("tool.program-missing", message, `tools.${name}`);
}

function isThere(program: string, where: Places): boolean {
  const file = process.platform === "win32" ? `${program}.exe` : program;
  const directories = [join(where.agentDir, "bin"), ...where.path.split(delimiter).filter((each) => each !== "")];
  // Not `join`: these are dozens of paths for each plan, and none has to be made shorter.
  return directories.some((directory) => isExecutable(`${directory}${sep}${file}`));
}

function isExecutable(path: string): boolean {
  // In most directories it is not, and making an error costs more than looking.
  if (!existsSync(path)) return false;
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
