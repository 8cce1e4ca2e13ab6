import { lstat } from "node:fs/promises";
import { dirname, join, relative, sep } from "node:path";
import type { Outcome } from "../contract/outcome.ts";
import { refusal } from "./read-bytes.ts";

/** Refuses a file that is a link or, with a `root`, that is reached through one below it: a repository could point it anywhere. */
export async function refuseLinks(path: string, root?: string): Promise<Outcome<void>> {
  const folders: string[] = [];
  for (const step of root === undefined ? [] : relative(root, dirname(path)).split(sep)) {
    if (step !== "") folders.push(join(folders.at(-1) ?? root ?? "", step));
  }
  for (const place of [...folders, path]) {
    const stat = await lstat(place).catch(() => undefined); // What is not there is no link; other trouble shows in use.
    if (!stat?.isSymbolicLink()) continue;
    return refusal(
      "file.link",
      `"${place}" is a link and nothing is written through it; put the real one there.`,
      path,
    );
  }
  return { ok: true, value: undefined, diagnostics: [] };
}
