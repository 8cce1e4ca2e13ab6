import { execFileSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { delimiter, join } from "node:path";
import { createAuditorProject, trustProject } from "./auditor-project.ts";
import { type ModelServer, type Script, type Step, startModelServer } from "./model-server.ts";
import { isParent } from "./parent-model.ts";
import type { PiHost } from "./pi-hosts.ts";
import { openPi, type PiSession } from "./pi-session.ts";
import { listeningExtension, openSessionGate, type SessionGate } from "./session-gate.ts";
import type { TempProject } from "./temp-project.ts";
import { endProcesses, temporaryDirectory } from "./terminal-command.ts";

/** One Pi whose session can be ended from outside, in a project where `git` waits for ever once the extension calls it. */
export interface SessionWorld {
  readonly pi: PiSession;
  readonly gate: SessionGate;
  readonly server: ModelServer;
  readonly project: TempProject;
  /** A delegation waits for its `git`. */
  isPlanning(): boolean;
  /** Processes of this world that were not there when Pi had started. */
  strays(): readonly number[];
  /** Every session file, with its text. */
  sessions(): ReadonlyMap<string, string>;
  close(): Promise<void>;
}

export async function openSessionWorld(host: PiHost): Promise<SessionWorld> {
  const server = await startModelServer({ script });
  const made = createAuditorProject(server);
  const gate = await openSessionGate();
  const extension = made.write(join(made.base, "listen.ts"), listeningExtension(gate));
  const mark = join(made.base, "planning");
  const programs = waitingGit(made, mark);
  const { PATH = "" } = made.environment;
  const environment = { ...made.environment, TMPDIR: temporaryDirectory(made), PATH: `${programs}${delimiter}${PATH}` };
  const project = { ...made, environment };
  await trustProject(project);
  const pi = await openPi({ host, project, keepsSession: true, arguments: ["-e", extension] });
  const processes = () => processesOf(project.base);
  const others = processes();
  return {
    pi,
    gate,
    server,
    project,
    isPlanning: () => existsSync(mark),
    strays: () => {
      const left = processes().filter((pid) => !others.includes(pid));
      if (left.length === 0) rmSync(mark, { force: true });
      return left;
    },
    sessions: () => sessionsBelow(join(project.agentDir, "sessions")),
    async close() {
      await pi.kill();
      endProcesses(processes());
      await Promise.all([server.close(), gate.close()]);
      project.remove();
    },
  };
}

/** `Delegate: TASK` and `Delegate with the diff: TASK` are calls; a child with "hang" in its task never ends its answer. */
const script: Script = (request) => {
  if (!isParent(request)) return answer(/Task \d+: \w+/.exec(request.text)?.[0] ?? "nothing");
  const [, withDiff, task] = /.*Delegate( with the diff)?: (Task \d+: \w+)/s.exec(request.text) ?? [];
  if (request.turn > 0 || task === undefined) return { text: "The parent is done." };
  const context = withDiff === undefined ? {} : { context: ["diff"] };
  return { tools: [{ name: "forge_subagent", arguments: { profileId: "auditor", task, ...context } }] };
};

function answer(task: string): Step {
  return task.endsWith("hang") ? { text: `Half of ${task}`, hang: "body" } : { text: `All of ${task}` };
}

/** Opening the pipe waits for a writer, and there is none: only its end ends this program. Everybody else's git is the real one. */
function waitingGit({ base, write }: TempProject, mark: string): string {
  const directory = join(base, "bin");
  const pipe = join(base, "pipe");
  mkdirSync(directory);
  execFileSync("mkfifo", [pipe]);
  const real = execFileSync("sh", ["-c", "command -v git"], { encoding: "utf8" }).trim();
  const waits = `case "$*" in *--literal-pathspecs*) : > '${mark}'; read -r _ < '${pipe}';; esac`;
  chmodSync(write(join(directory, "git"), `#!/bin/sh\n${waits}\nexec '${real}' "$@"\n`), 0o755);
  return directory;
}

/** Every process with this directory in its variables or arguments. */
function processesOf(base: string): readonly number[] {
  const holds = (pid: string, what: string) => {
    try {
      return readFileSync(`/proc/${pid}/${what}`).includes(base);
    } catch {
      return false; // Gone meanwhile, or of somebody else.
    }
  };
  const all = readdirSync("/proc").filter((each) => /^\d+$/.test(each));
  return all.filter((pid) => holds(pid, "environ") || holds(pid, "cmdline")).map(Number);
}

function sessionsBelow(directory: string): ReadonlyMap<string, string> {
  if (!existsSync(directory)) return new Map();
  const names = readdirSync(directory, { recursive: true, encoding: "utf8" });
  const files = names.filter((name) => name.endsWith(".jsonl")).map((name) => join(directory, name));
  return new Map(files.map((file) => [file, readFileSync(file, "utf8")]));
}
