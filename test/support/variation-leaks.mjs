// Where neither a prompt nor a key may be found: a child's variables and arguments, and any file.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** What is wrong with the variables and arguments of the one child that has this agent directory. Only Linux shows them. */
export function childLeaks(agentDir, names, canaries) {
  if (process.platform !== "linux") return [];
  const children = processes().filter(({ environ }) => environ.includes(`PI_CODING_AGENT_DIR=${agentDir}`));
  if (children.length !== 1) return [`${children.length} children where there is one`];
  return children.flatMap(({ environ, argv }) => [
    ...[...environ, ...argv]
      .filter((text) => canaries.some((canary) => text.includes(canary)))
      .map(() => "a prompt or the key in variables or arguments"),
    ...environ
      .map((each) => each.split("=", 1)[0])
      .filter((name) => !names.includes(name))
      .map((name) => `the variable ${name}`),
  ]);
}

/** The files below a directory that hold a canary, but for those in which a user keeps it. */
export function fileLeaks(directory, canaries, known = []) {
  return files(directory)
    .filter((path) => !known.includes(path))
    .flatMap((path) => {
      const text = content(path);
      return canaries.filter((canary) => text.includes(canary)).map((canary) => `${canary} in ${path}`);
    });
}

function processes() {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name) && name !== String(process.pid))
    .map((pid) => ({ environ: listed(`/proc/${pid}/environ`), argv: listed(`/proc/${pid}/cmdline`) }));
}

function listed(path) {
  return content(path)
    .toString("utf8")
    .split("\0")
    .filter((each) => each !== "");
}

function files(directory) {
  return entries(directory).flatMap((entry) => {
    const path = join(directory, entry.name);
    if (entry.isDirectory()) return files(path);
    return entry.isFile() ? [path] : [];
  });
}

function entries(directory) {
  try {
    return readdirSync(directory, { withFileTypes: true });
  } catch {
    return []; // Gone while we looked.
  }
}

function content(path) {
  try {
    return readFileSync(path);
  } catch {
    return Buffer.alloc(0); // Gone while we looked, or another user's.
  }
}
