import { delimiter, dirname, isAbsolute, join, resolve, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { error } from "../contract/diagnostic.ts";
import { failure, type Outcome, success } from "../contract/outcome.ts";
import {
  isFile,
  nodeSatisfies,
  type PiPackage,
  piBinary,
  piPackageAround,
  piPackageUnder,
  real,
} from "./find-pi-package.ts";
import type { PiInstallation } from "./pi-installation.ts";

export interface FindPiInput {
  /** `--pi`: Pi's script, its package's directory, or a `pi` command. */
  readonly explicit?: string;
  /** The script that this process runs; Pi's own when we are an extension in it. */
  readonly argv1?: string;
  readonly execPath: string;
  readonly env: NodeJS.ProcessEnv;
  readonly cwd: string;
  /** Only then may the project's own modules be run. */
  readonly trustedProject: boolean;
  readonly platform?: NodeJS.Platform;
  /** The version of `execPath`. */
  readonly nodeVersion?: string;
  /** Where this package lies; its neighbours come before PATH. */
  readonly ownDirectory?: string;
}

/** What one place has: a Pi, nothing, or a reason against the Pi that is there. */
type Found = PiInstallation | string | undefined;

/**
 * The Pi to start as a child, always as `node script` or a real binary and never through a shell or a `.cmd`.
 * `pi.missing` names every place that was tried.
 */
export function findPi(input: FindPiInput): Outcome<PiInstallation> {
  const tried: string[] = [];
  for (const [place, look] of placesOf(input)) {
    const found = look();
    if (typeof found === "object") return success(found);
    tried.push(found === undefined ? place : `${place} (${found})`);
  }
  const fix = "Install it with `npm install -g @mariozechner/pi-coding-agent`, or name one with --pi.";
  return failure(
    error("pi.missing", `No Pi was found; tried ${tried.join("; ")}. ${fix}`, input.explicit === undefined ? {} : "pi"),
  );
}

function placesOf(input: FindPiInput): readonly (readonly [string, () => Found])[] {
  const { explicit, cwd, ownDirectory = dirname(fileURLToPath(import.meta.url)) } = input;
  // A Pi that was named is the one that is meant; another one in its place would be a surprise.
  if (explicit !== undefined) return [[`--pi ${explicit}`, () => atPath(resolve(cwd, explicit), "--pi", input)]];
  const beside = ancestors(ownDirectory).map((directory) => join(directory, "node_modules"));
  const project = join(cwd, "node_modules");
  return [
    [`this process (${input.argv1 ?? input.execPath})`, () => thisProcess(input)],
    [
      `beside ${ownDirectory}`,
      () => firstOf(beside, (modules) => fromPackage(piPackageUnder(modules), "beside this package", input)),
    ],
    [`PATH (${input.env.PATH ?? input.env.Path ?? "empty"})`, () => onPath(input)],
    [
      project,
      () =>
        input.trustedProject
          ? fromPackage(piPackageUnder(project), "the project", input)
          : "the project is not trusted",
    ],
  ];
}

function thisProcess(input: FindPiInput): Found {
  const own = input.argv1 === undefined ? undefined : piPackageAround(input.argv1);
  // The script that runs is the one to run again, even where the package names another as its command.
  if (own)
    return installed({ ...own, scriptPath: real(input.argv1 ?? "") ?? own.scriptPath }, "this process", input.execPath);
  const binary = piBinary(input.execPath);
  return binary && { ...binary, foundBy: "this process" };
}

function atPath(path: string, foundBy: string, input: FindPiInput): Found {
  const binary = piBinary(path);
  const inside = piPackageAround(path) ?? shimmed(path);
  if (inside) return fromPackage(inside, foundBy, input, dirname(path));
  return binary && { ...binary, foundBy };
}

function onPath(input: FindPiInput): Found {
  const { env, platform = process.platform } = input;
  const names = platform === "win32" ? ["pi.cmd", "pi.exe", "pi"] : ["pi"];
  // A relative entry means whatever directory we stand in, which is not a place to run programs from.
  const entries = (env.PATH ?? env.Path ?? "")
    .split(platform === "win32" ? ";" : delimiter)
    .filter((entry) => isAbsolute(entry));
  return firstOf(entries.flatMap((entry) => names.map((name) => join(entry, name))).filter(isFile), (path) =>
    !input.trustedProject && isInside(path, input.cwd)
      ? "the project is not trusted"
      : atPath(path, `PATH (${path})`, input),
  );
}

/** npm's shims for Windows, and the ones of other package managers, lie beside the modules they start. */
function shimmed(path: string): PiPackage | undefined {
  const directory = dirname(path);
  const modules = [
    join(directory, "node_modules"),
    join(directory, "..", "lib", "node_modules"),
    join(directory, ".."),
  ];
  return modules.map(piPackageUnder).find((found) => found !== undefined);
}

function fromPackage(found: PiPackage | undefined, foundBy: string, input: FindPiInput, commands?: string): Found {
  if (!found) return undefined;
  const { execPath, nodeVersion = process.versions.node, platform = process.platform } = input;
  if (isNode(execPath) && nodeSatisfies(nodeVersion, found.engines)) return installed(found, foundBy, execPath);
  // A command is installed beside the Node that runs it.
  const neighbour = commands && join(commands, platform === "win32" ? "node.exe" : "node");
  if (neighbour && isFile(neighbour)) return installed(found, foundBy, neighbour);
  return `Pi ${found.version} in ${found.directory} needs Node ${found.engines ?? ""}, this is ${nodeVersion}`;
}

function installed({ scriptPath, version }: PiPackage, foundBy: string, execPath: string): PiInstallation {
  return { execPath, scriptPath, version, foundBy };
}

/** The first Pi; where there is none, the first reason against one. */
function firstOf(items: readonly string[], look: (item: string) => Found): Found {
  let reason: Found;
  for (const item of items) {
    const found = look(item);
    if (typeof found === "object") return found;
    reason ??= found;
  }
  return reason;
}

function isNode(execPath: string): boolean {
  return /^(node|nodejs|bun)[\d.]*(\.exe)?$/i.test(execPath.split(/[\\/]/).at(-1) ?? "");
}

function isInside(path: string, directory: string): boolean {
  const [where, root] = [real(path) ?? path, real(directory) ?? directory];
  return path.startsWith(directory + sep) || where.startsWith(root + sep);
}

function ancestors(directory: string): readonly string[] {
  const parent = dirname(directory);
  return parent === directory ? [directory] : [directory, ...ancestors(parent)];
}
