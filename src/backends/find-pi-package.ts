import { readFileSync, realpathSync, statSync } from "node:fs";
import { dirname, join } from "node:path";

const packageNames = ["@mariozechner/pi-coding-agent", "@earendil-works/pi-coding-agent"];

/** Pi as an installed package. */
export interface PiPackage {
  readonly directory: string;
  readonly version: string;
  /** Its command, as JavaScript. */
  readonly scriptPath: string;
  /** The `engines.node` range, as written. */
  readonly engines: string | undefined;
}

/** The Pi package that `path` is, or lies in; links are followed, as a global `pi` on PATH is one. */
export function piPackageAround(path: string): PiPackage | undefined {
  for (let directory = real(path); directory !== undefined; directory = parentOf(directory)) {
    const manifest = manifestOf(directory);
    // The nearest named package is the one that `path` belongs to.
    if (manifest && text(manifest, "name") !== undefined) return piPackageIn(directory);
  }
  return undefined;
}

/** The Pi package among the modules in `modules`. */
export function piPackageUnder(modules: string): PiPackage | undefined {
  for (const name of packageNames) {
    const found = piPackageIn(join(modules, name));
    if (found) return found;
  }
  return undefined;
}

/** A self-contained Pi binary: it has no script and its `package.json` lies beside it. */
export function piBinary(path: string): { readonly execPath: string; readonly version: string } | undefined {
  const execPath = real(path);
  if (execPath === undefined || !isFile(execPath) || /\.(c|m)?[jt]s$/.test(execPath)) return undefined;
  const manifest = manifestOf(dirname(execPath));
  return manifest && isPi(manifest) ? { execPath, version: text(manifest, "version") ?? "unknown" } : undefined;
}

/** Whether Node `version` satisfies a range of the form `>=a.b.c`; other ranges are taken as satisfied, Pi itself will say so. */
export function nodeSatisfies(version: string, engines: string | undefined): boolean {
  const least = /^>=\s*v?(\d+)(?:\.(\d+))?(?:\.(\d+))?$/.exec(engines?.trim() ?? "");
  if (!least) return true;
  const wanted = least.slice(1).map((part) => Number(part ?? 0));
  const actual = version.replace(/^v/, "").split(".").map(Number);
  const different = wanted.findIndex((part, index) => part !== (actual[index] ?? 0));
  return different < 0 || (actual[different] ?? 0) > (wanted[different] ?? 0);
}

export function isFile(path: string): boolean {
  try {
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

export function real(path: string): string | undefined {
  try {
    return realpathSync.native(path);
  } catch {
    return undefined;
  }
}

function parentOf(directory: string): string | undefined {
  const parent = dirname(directory);
  return parent === directory ? undefined : parent;
}

function piPackageIn(directory: string): PiPackage | undefined {
  const manifest = manifestOf(directory);
  if (!manifest || !isPi(manifest)) return undefined;
  const bin: unknown = Reflect.get(manifest, "bin");
  const command = typeof bin === "string" ? bin : typeof bin === "object" && bin !== null ? text(bin, "pi") : undefined;
  const scriptPath = command === undefined ? undefined : real(join(directory, command));
  if (scriptPath === undefined) return undefined;
  const engines: unknown = Reflect.get(manifest, "engines");
  return {
    directory,
    version: text(manifest, "version") ?? "unknown",
    scriptPath,
    engines: typeof engines === "object" && engines !== null ? text(engines, "node") : undefined,
  };
}

function manifestOf(directory: string): object | undefined {
  try {
    const parsed: unknown = JSON.parse(readFileSync(join(directory, "package.json"), "utf8"));
    return typeof parsed === "object" && parsed !== null ? parsed : undefined;
  } catch {
    return undefined;
  }
}

function isPi(manifest: object): boolean {
  return packageNames.includes(text(manifest, "name") ?? "");
}

function text(holder: object, name: string): string | undefined {
  const value: unknown = Reflect.get(holder, name);
  return typeof value === "string" ? value : undefined;
}
