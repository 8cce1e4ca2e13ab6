import { type Dirent, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import type { Diagnostic } from "../contract/diagnostic.ts";
import { errorCode } from "./read-bytes.ts";

interface FileList {
  /** Full paths in the order of their names relative to the directory, compared as JavaScript compares strings. */
  readonly files: string[];
  readonly diagnostics: Diagnostic[];
}

interface ListOptions {
  /** With the dot: `[".json"]`. */
  readonly extensions: readonly string[];
  readonly recursive?: boolean;
  /** More files than this are named and left out. */
  readonly max?: number;
}

const maxDepth = 12;
const maxDirectories = 500;

/** A directory that is not there is empty; one that cannot be read is empty with a warning. Links to directories are named and not entered. */
export function listFiles(directory: string, { extensions, recursive = false, max = 1000 }: ListOptions): FileList {
  const found: string[] = [];
  const diagnostics: Diagnostic[] = [];
  const pending: { relative: string; depth: number }[] = [{ relative: "", depth: 0 }];
  for (let visited = 0; visited < maxDirectories && found.length <= max; visited++) {
    const next = pending.shift();
    if (!next) break;
    const read = entriesOf(join(directory, next.relative));
    diagnostics.push(...read.diagnostics);
    for (const entry of read.entries) {
      const relative = next.relative === "" ? entry.name : `${next.relative}/${entry.name}`;
      if (recursive && entry.isDirectory()) {
        if (next.depth < maxDepth) pending.push({ relative, depth: next.depth + 1 });
      } else if (extensions.some((extension) => entry.name.endsWith(extension))) found.push(relative);
      else if (recursive && isLinkToDirectory(entry, join(directory, relative)))
        diagnostics.push(notEntered(join(directory, relative)));
    }
  }
  if (found.length > max || pending.length > 0) diagnostics.push(tooMany(directory, max));
  const files = found.sort().slice(0, max);
  return { files: files.map((relative) => join(directory, relative)), diagnostics };
}

function entriesOf(directory: string): { entries: Dirent[]; diagnostics: Diagnostic[] } {
  try {
    return { entries: readdirSync(directory, { withFileTypes: true }), diagnostics: [] };
  } catch (cause) {
    const code = errorCode(cause);
    if (code === "ENOENT" || code === "ENOTDIR") return { entries: [], diagnostics: [] };
    const message = `The directory "${directory}" cannot be read (${code}); it counts as empty until its permissions allow it.`;
    return { entries: [], diagnostics: [{ level: "warning", code: "directory.unreadable", message, file: directory }] };
  }
}

function isLinkToDirectory(entry: Dirent, path: string): boolean {
  if (!entry.isSymbolicLink()) return false;
  try {
    return statSync(path).isDirectory();
  } catch {
    return false; // A link to nowhere hides nothing.
  }
}

function notEntered(path: string): Diagnostic {
  const message = `"${path}" is a link to a folder and is not searched; move the folder here if it belongs here.`;
  return { level: "warning", code: "directory.link", message, file: path };
}

function tooMany(directory: string, max: number): Diagnostic {
  const message = `"${directory}" holds more than ${max} files or too many folders; only the first ${max} are read, move the rest away.`;
  return { level: "warning", code: "directory.too-many", message, file: directory };
}
