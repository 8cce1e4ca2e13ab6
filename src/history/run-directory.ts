import { statSync } from "node:fs";
import { rm } from "node:fs/promises";
import { basename, join } from "node:path";
import type { Outcome } from "../contract/outcome.ts";
import { listFiles } from "../files/list-files.ts";
import { readText } from "../files/read-text.ts";
import { writePrivate } from "../files/write-private.ts";
import { runNumber, runPath } from "./run-file.ts";

export interface HistoryBounds {
  readonly maxRuns: number;
  readonly maxBytes: number;
}

const maxListed = 10_000;

/** The files of the kept runs. What changes them is called under the history's lock. */
export function runDirectory(directory: string) {
  /** Newest first. */
  function ids(): string[] {
    const { files } = listFiles(directory, { extensions: [".json"], max: maxListed });
    const known = files.map((file) => basename(file, ".json")).filter((id) => runNumber(id) !== undefined);
    return known.sort((a, b) => numberOf(b) - numberOf(a));
  }
  const counter = join(directory, "last-id");
  return {
    ids,
    /** Never one that was used before, also after everything was forgotten. */
    nextNumber(): number {
      const kept = readText(counter, { maxBytes: 64 });
      const last = kept.ok && /^\d{1,9}\n?$/.test(kept.value) ? Number(kept.value) : 0;
      return Math.max(last, ...ids().map(numberOf)) + 1;
    },
    /** The number is spent first: it is not given again where the text cannot be written. */
    async write(number: number, text: string): Promise<Outcome<void>> {
      const counted = await writePrivate(counter, `${number}\n`);
      return counted.ok ? writePrivate(runPath(directory, `r_${number}`), text) : counted;
    },
    /** False when the system refuses; the next sweep tries again. */
    remove: (id: string) => removed(runPath(directory, id)),
    /** Whoever holds the lock is the only writer: a temporary file was left behind by a process that died. */
    async sweep({ maxRuns, maxBytes }: HistoryBounds): Promise<void> {
      let bytes = 0;
      for (const [index, id] of ids().entries()) {
        bytes += sizeOf(runPath(directory, id));
        if (index > 0 && (index >= maxRuns || bytes > maxBytes)) await removed(runPath(directory, id));
      }
      const { files } = listFiles(directory, { extensions: [".tmp"], max: maxListed });
      for (const file of files) await removed(file);
    },
  };
}

async function removed(path: string): Promise<boolean> {
  return rm(path, { force: true }).then(
    () => true,
    () => false,
  );
}

function numberOf(id: string): number {
  return runNumber(id) ?? 0;
}

function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}
