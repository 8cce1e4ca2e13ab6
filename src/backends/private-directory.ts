import { mkdtempSync, readdirSync, rmdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

export const directoryPrefix = "pi-forge-agent-";

export interface PrivateDirectory {
  readonly path: string;
  /** Removes it; a directory that somebody put a file into is left alone. */
  remove(): void;
}

/** An empty directory (mode 0700) that a child boots in; throws what `mkdtemp` throws. */
export function createPrivateDirectory(): PrivateDirectory {
  sweep();
  const path = mkdtempSync(join(tmpdir(), `${directoryPrefix}${process.pid}-`));
  return { path, remove: () => removeEmpty(path) };
}

/** Directories of processes that ended without removing theirs. */
function sweep(): void {
  for (const name of temporaryNames()) {
    const pid = Number(/^pi-forge-agent-(\d+)-\w{6}$/.exec(name)?.[1]);
    if (Number.isSafeInteger(pid) && !isAlive(pid)) removeEmpty(join(tmpdir(), name));
  }
}

function temporaryNames(): readonly string[] {
  try {
    return readdirSync(tmpdir());
  } catch {
    return []; // A temp directory that may not be listed has nothing that we can sweep.
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (cause) {
    return !(cause instanceof Error && "code" in cause && cause.code === "ESRCH");
  }
}

function removeEmpty(path: string): void {
  try {
    rmdirSync(path);
  } catch {
    // Gone already, not ours, or not empty: `rmdir` deletes nothing but an empty directory.
  }
}
