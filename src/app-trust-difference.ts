import { join } from "node:path";
import type { App } from "./app.ts";
import type { ProjectTrust } from "./config/trust-store.ts";
import { digestOf } from "./files/digest.ts";
import { readText } from "./files/read-text.ts";
import { lineDiff } from "./text/line-diff.ts";

/** What became of one file since a person trusted it, line by line. */
export interface TrustDifference {
  readonly path: string;
  readonly lines: readonly string[];
}

const maxBytes = 256 * 1024;

/** Of every changed file whose trusted text is still known, exactly as far as it is the one that is asked about. */
export function trustDifferences(app: Pick<App, "trustedText">, shown: ProjectTrust): readonly TrustDifference[] {
  return shown.difference.flatMap(({ path, status, before, digest }) => {
    const trusted = status === "changed" && before !== undefined ? app.trustedText(before) : undefined;
    const now = readText(join(shown.root, path), { maxBytes });
    if (trusted === undefined || !now.ok || digestOf(now.value) !== digest) return [];
    return [{ path, lines: lineDiff(trusted, now.value).lines }];
  });
}
