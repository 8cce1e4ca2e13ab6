import { statSync } from "node:fs";
import { delimiter, dirname, isAbsolute, join, sep } from "node:path";
import { error } from "../contract/diagnostic.ts";
import { failure, type Outcome, success } from "../contract/outcome.ts";
import { canonicalPath } from "./path-guard-resolve.ts";
import { type CollectedOutput, collectOutput } from "./spawn.ts";

/** Runs git once. `variables` come on top of the fixed ones. */
export type Git = (args: readonly string[], options?: GitOptions) => Promise<CollectedOutput>;

export interface GitOptions {
  readonly variables?: Readonly<Record<string, string>>;
  readonly input?: string;
  readonly maxBytes?: number;
}

export interface GitProgramOptions {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  /** Stands for the home directory, so that git finds no settings there. */
  readonly emptyHome: string;
  readonly timeoutMs?: number;
}

const defaultMaxBytes = 16 * 1024 * 1024;
const defaultTimeoutMs = 30_000;

/** What a repository could set to have a program started, set to nothing. */
const harmless = [
  "--no-pager",
  "--literal-pathspecs",
  ...[
    "core.fsmonitor=false",
    "core.hooksPath=/dev/null",
    "core.pager=cat",
    "core.attributesFile=/dev/null",
    "core.excludesFile=/dev/null",
    "core.untrackedCache=false",
    "core.sshCommand=false",
    "core.askPass=",
    "core.alternateRefsCommand=",
    "credential.helper=",
    "diff.external=",
    "protocol.allow=never",
    "safe.bareRepository=explicit",
    "submodule.recurse=false",
  ].flatMap((setting) => ["-c", setting]),
];

/** The user's git, never one that lies in the project, with fixed settings, no settings of the user or the system, and no variables of ours. */
export function createGit(options: GitProgramOptions, signal: AbortSignal): Outcome<Git> {
  const { cwd, emptyHome, timeoutMs = defaultTimeoutMs } = options;
  const command = findGit(options);
  if (command === undefined) {
    const message = "No git was found on PATH outside of the project: install git, or attach files instead of a diff.";
    return failure(error("git.missing", message));
  }
  const environment = { ...basics(options.env), ...fixed(command, emptyHome) };
  return success((args, { variables = {}, input, maxBytes = defaultMaxBytes } = {}) =>
    collectOutput(
      {
        command,
        args: [...harmless, ...args],
        directory: cwd,
        environment: { ...environment, ...variables },
        ...(input === undefined ? {} : { input }),
        maxBytes,
        timeoutMs,
      },
      signal,
    ),
  );
}

function fixed(command: string, emptyHome: string): Readonly<Record<string, string>> {
  return {
    PATH: dirname(command),
    HOME: emptyHome,
    XDG_CONFIG_HOME: emptyHome,
    LC_ALL: "C",
    GIT_OPTIONAL_LOCKS: "0",
    GIT_CONFIG_NOSYSTEM: "1",
    GIT_CONFIG_GLOBAL: "/dev/null",
    GIT_ATTR_NOSYSTEM: "1",
    GIT_TERMINAL_PROMPT: "0",
    GIT_PAGER: "cat",
    // A partial clone would fetch what is missing, and fetching starts programs that the repository names.
    GIT_NO_LAZY_FETCH: "1",
    GIT_ALLOW_PROTOCOL: "none",
    GIT_NO_REPLACE_OBJECTS: "1",
  };
}

function basics(env: GitProgramOptions["env"]): Readonly<Record<string, string>> {
  const names = process.platform === "win32" ? ["SystemRoot", "windir", "TEMP", "TMP"] : ["TMPDIR"];
  return Object.fromEntries(names.flatMap((name) => (env[name] === undefined ? [] : [[name, env[name]]])));
}

// A relative entry of PATH, or one in the project, is a place where the project puts programs.
function findGit({ env, cwd }: GitProgramOptions): string | undefined {
  const name = process.platform === "win32" ? "git.exe" : "git";
  const project = canonicalPath(cwd).path;
  const entries = (env.PATH ?? env.Path ?? "").split(delimiter).filter((entry) => isAbsolute(entry));
  return entries
    .map((entry) => join(entry, name))
    .find((path) => isProgram(path) && !isInside(path, project) && !isInside(canonicalPath(path).path, project));
}

function isProgram(path: string): boolean {
  const stat = statSync(path, { throwIfNoEntry: false });
  return stat?.isFile() === true && (process.platform === "win32" || (stat.mode & 0o111) !== 0);
}

function isInside(path: string, directory: string): boolean {
  return path === directory || path.startsWith(directory.endsWith(sep) ? directory : directory + sep);
}
