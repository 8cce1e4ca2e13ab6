import { rm } from "node:fs/promises";
import { basename, join } from "node:path";
import { digestOf } from "../files/digest.ts";
import { listFiles } from "../files/list-files.ts";
import { readText } from "../files/read-text.ts";
import { writePrivate } from "../files/write-private.ts";
import type { Digests } from "./trusted-files.ts";

/** What was agreed to, word for word, so that a change can be shown line by line. Losing it loses only that. */
interface TrustedTexts {
  text(digest: string): string | undefined;
  /** Keeps those of `pinned` that still are as pinned, and lets go of what no record names. */
  keep(root: string, pinned: Digests, named: ReadonlySet<string>): Promise<void>;
}

const maxTextBytes = 256 * 1024;
const maxTexts = 10_000;

export function createTrustedTexts(directory: string): TrustedTexts {
  const place = (digest: string) => {
    const hex = /^sha256:([0-9a-f]{64})$/.exec(digest)?.[1];
    return hex === undefined ? undefined : join(directory, `${hex}.txt`);
  };

  function text(digest: string): string | undefined {
    const path = place(digest);
    const kept = path === undefined ? undefined : readText(path, { maxBytes: maxTextBytes });
    return kept?.ok && digestOf(kept.value) === digest ? kept.value : undefined;
  }

  return {
    text,
    async keep(root, pinned, named) {
      for (const { path, digest } of pinned) {
        const target = place(digest);
        const current = readText(join(root, path), { maxBytes: maxTextBytes });
        if (target === undefined || !current.ok || digestOf(current.value) !== digest) continue;
        if (text(digest) === undefined) await writePrivate(target, current.value);
      }
      const wanted = new Set([...named].map((digest) => `${digest.replace("sha256:", "")}.txt`));
      const { files } = listFiles(directory, { extensions: [".txt"], max: maxTexts });
      for (const file of files) {
        if (!wanted.has(basename(file))) await rm(file, { force: true }).catch(() => {}); // The next yes tries again.
      }
    },
  };
}
