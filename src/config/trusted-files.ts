import { join, relative, sep } from "node:path";
import { type Diagnostic, error, hasErrors } from "../contract/diagnostic.ts";
import { fileDigest } from "../files/digest.ts";
import type { ForgeDirectories } from "../files/forge-directories.ts";
import { listFiles } from "../files/list-files.ts";

type PinnedFile = {
  /** Relative to the project, with forward slashes. */
  readonly path: string;
  /** Or `unreadable`, for what no one can read now. */
  readonly digest: string;
};
export type Digests = readonly PinnedFile[];

export interface DigestReading {
  readonly digests: Digests;
  /** An error here means that not every file was seen. */
  readonly diagnostics: readonly Diagnostic[];
}

const unreadable = "unreadable";
const maxFileBytes = 16 * 1024 * 1024;
/** As many as the host reads of one kind. */
const maxFiles = 5000;
const maxModuleFiles = 1000;

/** Everything in the project that says what may be delegated to, or whose text becomes part of a prompt. */
export function authorityFiles({ cwd, project }: ForgeDirectories): DigestReading {
  const json = [project.profiles, project.stacks, project.legacyStacks].map((directory) =>
    listFiles(directory, { extensions: [".json"], max: maxFiles }),
  );
  const agents = project.agents.map((directory) =>
    listFiles(directory, { extensions: [".md"], recursive: true, max: maxFiles }),
  );
  const lists = [...json, ...agents];
  return digestsOf(
    cwd,
    [project.delegation, project.config, ...lists.flatMap(({ files }) => files)],
    lists.flatMap(({ diagnostics }) => diagnostics),
  );
}

/** Every file that a code module in `directory` could load from its own folder; paths are relative to `root`. */
export function moduleFiles(root: string, directory: string): DigestReading {
  const { files, diagnostics } = listFiles(directory, { extensions: [""], recursive: true, max: maxModuleFiles });
  const reading = digestsOf(root, files, diagnostics);
  const hidden = reading.digests.filter(({ digest }) => digest === unreadable);
  return { ...reading, diagnostics: [...reading.diagnostics, ...hidden.map(({ path }) => hiddenModule(path))] };
}

function hiddenModule(path: string): Diagnostic {
  const message = `"${path}" cannot be read as one file, so the code modules beside it cannot be trusted; remove it.`;
  return error("trust.module-unreadable", message, { path });
}

function digestsOf(cwd: string, files: readonly string[], listed: readonly Diagnostic[]): DigestReading {
  const digests: PinnedFile[] = [];
  for (const file of files) {
    const digest = fileDigest(file, { maxBytes: maxFileBytes });
    const missing = !digest.ok && digest.diagnostics.some(({ code }) => code === "file.missing");
    if (!missing) digests.push({ path: projectPath(cwd, file), digest: digest.ok ? digest.value : unreadable });
  }
  // A folder with more files than we look at cannot be pinned, and so not trusted.
  const diagnostics = listed.map(
    (each): Diagnostic => (each.code === "directory.too-many" ? { ...each, level: "error" } : each),
  );
  return { digests, diagnostics };
}

export function projectPath(cwd: string, file: string): string {
  return relative(cwd, join(file)).split(sep).join("/");
}

export function seenWhole({ diagnostics }: DigestReading): boolean {
  return !hasErrors(diagnostics);
}
