import type { Digests } from "./trusted-files.ts";

export interface TrustedFile {
  /** Relative to the project. */
  readonly path: string;
  /** Now; of a removed file, the one that was trusted. */
  readonly digest: string;
  /** Of a changed file, the one that was trusted. */
  readonly before?: string;
  readonly status: "same" | "new" | "changed" | "removed";
}

/** By path. Without a record every file is new. */
export function compareDigests(trusted: Digests, now: Digests): TrustedFile[] {
  const before = new Map(trusted.map(({ path, digest }) => [path, digest]));
  const present = now.map(({ path, digest }): TrustedFile => {
    const known = before.get(path);
    if (known === undefined) return { path, digest, status: "new" };
    return known === digest ? { path, digest, status: "same" } : { path, digest, before: known, status: "changed" };
  });
  const current = new Set(now.map(({ path }) => path));
  const removed = [...before]
    .filter(([path]) => !current.has(path))
    .map(([path, digest]): TrustedFile => ({ path, digest, status: "removed" }));
  return [...present, ...removed].sort((a, b) => (a.path < b.path ? -1 : 1));
}
