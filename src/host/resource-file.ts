import { basename, extname, relative, sep } from "node:path";
import type { Diagnostic } from "../contract/diagnostic.ts";
import { digestOf } from "../files/digest.ts";
import { readText } from "../files/read-text.ts";

/** A profile, stack or agent of a megabyte is no longer something a person wrote. */
export const maxResourceBytes = 1024 * 1024;
/** Files of one kind in one directory. */
export const maxResourceFiles = 5000;

export interface ResourceFile {
  readonly file: string;
  readonly from: string;
  readonly baseName: string;
  /** Absent when it cannot be read; then there is a diagnostic. */
  readonly text?: string;
  readonly contentDigest?: string;
  readonly diagnostics: readonly Diagnostic[];
}

/** How a path is shown: from the project, from the home directory, or in full. */
export type ShowPath = (path: string) => string;

export function showPath(cwd: string, home: string | undefined): ShowPath {
  return (path) => {
    if (path.startsWith(cwd + sep)) return relative(cwd, path).replaceAll("\\", "/");
    if (home !== undefined && path.startsWith(home + sep)) return `~/${relative(home, path).replaceAll("\\", "/")}`;
    return path;
  };
}

export function readResource(file: string, show: ShowPath): ResourceFile {
  const from = show(file);
  const baseName = basename(file, extname(file));
  const read = readText(file, { maxBytes: maxResourceBytes });
  if (read.ok) return { file, from, baseName, text: read.value, contentDigest: digestOf(read.value), diagnostics: [] };
  const diagnostics = read.diagnostics.map((each) => ({ ...each, file: from }));
  return { file, from, baseName, diagnostics };
}
