import { join } from "node:path";
import type { App } from "./app.ts";
import type { TrustedFile } from "./config/trust-difference.ts";
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
    const now = textWithDigest(join(shown.root, path), digest);
    return trusted === undefined || now === undefined ? [] : [{ path, lines: lineDiff(trusted, now).lines }];
  });
}

/** What each of the files says, exactly as far as it is the one that is asked about. */
export function askedTexts(root: string, files: readonly TrustedFile[]): (path: string) => string | undefined {
  const digests = new Map(files.map(({ path, digest }) => [path, digest]));
  return (path) => textWithDigest(join(root, path), digests.get(path));
}

function textWithDigest(file: string, digest: string | undefined): string | undefined {
  const now = readText(file, { maxBytes });
  return now.ok && digestOf(now.value) === digest ? now.value : undefined;
}
