import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { lstatSync, mkdirSync, readdirSync, readFileSync, readlinkSync } from "node:fs";
import { join, relative } from "node:path";
import { text } from "node:stream/consumers";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import type { TempProject } from "./temp-project.ts";

/** As it is published; `npm test` builds it first. */
export const builtCommand = fileURLToPath(new URL("../../dist/src/cli.js", import.meta.url));

export interface RunningCommand {
  readonly pid: number;
  /** Settles when the process is gone and its output read to the end. */
  readonly ended: Promise<EndedCommand>;
  kill(signal: NodeJS.Signals): void;
  /** Resolves once standard error holds this; throws when it ends without. */
  said(what: string | RegExp): Promise<void>;
}

export interface EndedCommand {
  /** Null when a signal ended it. */
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
  /** The one object on standard output; throws when there is anything else. */
  // biome-ignore lint/suspicious/noExplicitAny: tests look freely into what a program printed.
  json(): any;
}

export interface CommandOptions {
  /** Standard input; without one it is empty. `keep open` says nothing and does not end it. */
  readonly input?: string | Buffer | "keep open";
  readonly environment?: Readonly<Record<string, string>>;
  /** Another program than the terminal command, as `node script`. */
  readonly script?: string;
}

/** The real terminal command as a process of its own, without a terminal, in the project. */
export function startCommand(
  project: TempProject,
  args: readonly string[],
  { input = "", environment = {}, script = builtCommand }: CommandOptions = {},
): RunningCommand {
  const env = { ...project.environment, TMPDIR: temporaryDirectory(project), ...environment };
  const child = spawn(process.execPath, [script, ...args], { cwd: project.root, env, stdio: "pipe" });
  if (input !== "keep open") child.stdin.end(input);
  const { pid } = child;
  if (pid === undefined) throw new Error("The command could not be started.");
  const chunks: string[] = [];
  child.stderr.setEncoding("utf8").on("data", (chunk: string) => chunks.push(chunk));
  const ended = Promise.all([once(child, "close"), text(child.stdout)]).then(([[code], stdout]) => ({
    code,
    stdout,
    stderr: chunks.join(""),
    json: () => JSON.parse(stdout),
  }));
  return {
    pid,
    ended,
    kill: (signal) => void child.kill(signal),
    async said(what) {
      const holds = () => (typeof what === "string" ? chunks.join("").includes(what) : what.test(chunks.join("")));
      while (!holds()) {
        const more = await Promise.race([once(child.stderr, "data"), ended.then(() => undefined)]);
        if (more === undefined && !holds()) throw new Error(`It never said ${what}:\n${chunks.join("")}`);
      }
    },
  };
}

export function runCommand(project: TempProject, args: readonly string[], options?: CommandOptions) {
  return startCommand(project, args, options).ended;
}

/** Of the project alone, so that everything left there is seen. */
export function temporaryDirectory({ base }: TempProject): string {
  const directory = join(base, "tmp");
  mkdirSync(directory, { recursive: true });
  return directory;
}

/** Every path below the project, its home, its agent directory and its temp directory, with kind, size and digest; not the history nor what was approved last. */
export function listing(project: TempProject): readonly string[] {
  temporaryDirectory(project);
  return entriesOf(project.base)
    .map((path) => describe(project.base, path))
    .filter((line) => !/^agent\/forge-agent(\/(history|approved)(\/.*)?)? /.test(line));
}

function entriesOf(directory: string): string[] {
  return readdirSync(directory, { withFileTypes: true })
    .sort((one, other) => (one.name < other.name ? -1 : 1))
    .flatMap((entry) => {
      const path = join(directory, entry.name);
      return entry.isDirectory() ? [path, ...entriesOf(path)] : [path];
    });
}

function describe(base: string, path: string): string {
  const name = relative(base, path);
  const status = lstatSync(path);
  if (status.isDirectory()) return `${name} directory`;
  if (status.isSymbolicLink()) return `${name} link ${readlinkSync(path)}`;
  if (!status.isFile()) return `${name} special`;
  return `${name} file ${status.size} ${createHash("sha256").update(readFileSync(path)).digest("hex")}`;
}

/** Resolves once no process of this id is left; throws after the limit. */
export async function processGone(pid: number, withinMs: number): Promise<void> {
  const until = performance.now() + withinMs;
  // A process that is not our child tells nobody when it ends; its state is all there is to look at.
  while (isAlive(pid)) {
    if (performance.now() > until) throw new Error(`Process ${pid} is still there after ${withinMs} ms.`);
    await pause(20);
  }
}

function isAlive(pid: number): boolean {
  try {
    // One that has ended and is not yet waited for is a line in a table, no process.
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, "utf8"));
  } catch {
    return false;
  }
}

/** Ids of all processes whose variables hold `name=value`: whoever started them and wherever they were moved to. */
export function processesWith(name: string, value: string): readonly number[] {
  const wanted = Buffer.from(`\0${name}=${value}\0`);
  return readdirSync("/proc")
    .filter((each) => /^\d+$/.test(each))
    .filter((each) => {
      try {
        return Buffer.concat([Buffer.of(0), readFileSync(`/proc/${each}/environ`)]).includes(wanted);
      } catch {
        return false; // Gone meanwhile, or of somebody else.
      }
    })
    .map(Number);
}

/** Ends what a test may have left; one that has ended meanwhile is none. */
export function endProcesses(ids: readonly number[]): void {
  for (const id of ids) {
    try {
      process.kill(id, "SIGKILL");
    } catch (error) {
      if (!(error instanceof Error && "code" in error && error.code === "ESRCH")) throw error;
    }
  }
}
