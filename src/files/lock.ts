import { dirname } from "node:path";
import { lock } from "proper-lockfile";
import type { Outcome } from "../contract/outcome.ts";
import { errorCode, refusal } from "./read-bytes.ts";
import { makePrivateDirectory } from "./write-private.ts";

interface HeldLock {
  /** False once another process may have taken over, because this one slept too long: write nothing then. */
  held(): boolean;
}

/** A lock whose owner died counts as free after `stale`; a living owner renews it every `update`. */
const timing = {
  stale: 10_000,
  update: 2_000,
  retries: { retries: 400, factor: 1.1, minTimeout: 10, maxTimeout: 100, randomize: true },
};

/** Within this process turns are taken in order; only the first in line competes with other processes. */
const lines = new Map<string, Promise<unknown>>();

type Work<T> = (lock: HeldLock) => Promise<Outcome<T>>;

/** Runs `fn` while no other process that asks the same way works on `path`. The folder is made when missing, private unless `shared`. */
export async function withLock<T>(
  path: string,
  fn: Work<T>,
  options: { readonly shared?: boolean } = {},
): Promise<Outcome<T>> {
  const turn = (lines.get(path) ?? Promise.resolve()).then(() => locked(path, fn, options));
  const settled = turn.then(
    () => {},
    () => {}, // The caller gets the failure; the line only has to move on.
  );
  lines.set(path, settled);
  await settled;
  if (lines.get(path) === settled) lines.delete(path);
  return turn;
}

async function locked<T>(path: string, fn: Work<T>, options: { readonly shared?: boolean }): Promise<Outcome<T>> {
  let held = true;
  let release: () => Promise<void>;
  try {
    await makePrivateDirectory(dirname(path), options);
    release = await lock(path, {
      ...timing,
      realpath: false,
      onCompromised: () => {
        held = false;
      },
    });
  } catch (cause) {
    const code = errorCode(cause);
    if (code !== "ELOCKED") return refusal("file.unwritable", `"${path}" cannot be locked (${code}).`, path);
    return refusal("file.locked", `"${path}" is in use by another process; try again, or remove "${path}.lock".`, path);
  }
  try {
    return await fn({ held: () => held });
  } finally {
    await release().catch(() => {}); // A lock that was taken over is not ours to give back.
  }
}
