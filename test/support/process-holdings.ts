import { readdirSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { directoryPrefix } from "../../src/backends/private-directory.ts";

/** What this process holds, by kind: equal before and after something that should leave nothing behind. */
export interface Holdings {
  readonly descriptors: number;
  readonly children: number;
  readonly listeners: number;
  readonly directories: number;
}

export function holdings(): Holdings {
  const names = process.eventNames();
  return {
    descriptors: onLinux(() => readdirSync("/proc/self/fd").length),
    children: onLinux(() => children().length),
    listeners: names.reduce((sum, name) => sum + process.listenerCount(name), 0),
    directories: readdirSync(tmpdir()).filter((name) => name.startsWith(`${directoryPrefix}${process.pid}-`)).length,
  };
}

function onLinux(count: () => number): number {
  return process.platform === "linux" ? count() : 0;
}

function children(): readonly string[] {
  return readdirSync("/proc").filter((name) => /^\d+$/.test(name) && parentOf(name) === process.pid);
}

function parentOf(pid: string): number | undefined {
  try {
    const [, rest = ""] = readFileSync(`/proc/${pid}/stat`, "utf8").split(/\) /);
    return Number(rest.split(" ")[1]);
  } catch {
    return undefined; // Gone while we looked.
  }
}
