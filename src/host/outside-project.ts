import { sep } from "node:path";
import { warning } from "../contract/diagnostic.ts";
import { realPath } from "../files/real-path.ts";
import type { ProfileEntry, StackEntry } from "./workspace-entry.ts";

/** A link may bring any readable file of the user into a prompt: whoever decides about it should know. */
export function warnOutside<T extends ProfileEntry | StackEntry>(entries: readonly T[], cwd: string): T[] {
  const root = realPath(cwd) ?? cwd;
  return entries.map((entry) => {
    // What cannot be found has a diagnostic from reading it.
    const real = entry.file === undefined ? undefined : realPath(entry.file);
    if (real === undefined || real.startsWith(root.endsWith(sep) ? root : root + sep)) return entry;
    const message = `"${entry.from}" is a link to "${real}", outside the project; copy the file here if it belongs to it.`;
    return {
      ...entry,
      diagnostics: [...entry.diagnostics, warning("file.outside-project", message, { file: entry.from })],
    };
  });
}
