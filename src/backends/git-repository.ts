import {
  constants,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join, relative, resolve } from "node:path";
import { error } from "../contract/diagnostic.ts";
import { failure, type Outcome, success } from "../contract/outcome.ts";
import type { Git } from "./git-program.ts";
import { canonicalPath } from "./path-guard-resolve.ts";

/** Where a project's repository keeps its things. All paths are absolute. */
export interface GitRepository {
  readonly workTree: string;
  readonly gitDirectory: string;
  readonly commonDirectory: string;
}

/** The repository that a directory is in the working tree of. */
export async function findRepository(git: Git, cwd: string): Promise<Outcome<GitRepository>> {
  const asked = await git(["rev-parse", "--show-toplevel", "--absolute-git-dir", "--git-common-dir"]);
  const lines = asked.output
    .toString("utf8")
    .replace(/\r?\n$/, "")
    .split(/\r?\n/);
  const [workTree, gitDirectory, common] = lines;
  if (asked.code !== 0 || lines.length !== 3 || !workTree || !gitDirectory || !common) {
    return failure(noRepository(cwd, asked.stderr));
  }
  const inside = relative(canonicalPath(workTree).path, canonicalPath(cwd).path);
  // A repository's own settings can name any directory as its working tree.
  if (inside === ".." || inside.startsWith("../") || inside.startsWith("..\\") || resolve(inside) === inside) {
    const message = `The repository of ${cwd} says that its working tree is ${workTree}, which is elsewhere: attach files instead.`;
    return failure(error("git.work-tree", message));
  }
  return success({ workTree, gitDirectory, commonDirectory: resolve(cwd, common) });
}

function noRepository(cwd: string, stderr: string) {
  const said = stderr.trim().split("\n")[0] ?? "";
  if (/not a git repository/.test(said) || said === "") {
    return error("git.no-repository", `${cwd} is not in a git repository: attach files instead of a diff.`);
  }
  return error("git.unusable", `git cannot use the repository of ${cwd}: ${said}`);
}

/** Settings that decide what counts as a difference; none of them names a program. */
const comparing = ["autocrlf", "eol", "filemode", "ignorecase", "symlinks", "precomposeunicode", "sparsecheckout"];

/**
 * A git directory of our own that shares objects with the repository and has a copy of its index, but none of its settings. A comparison
 * there cannot start a filter, a hook, a monitor or a driver that the repository names: the names lead to nothing.
 */
export async function createBareTwin(
  git: Git,
  { workTree, gitDirectory, commonDirectory }: GitRepository,
  directory: string,
): Promise<Outcome<Git>> {
  const twin = join(directory, "twin");
  for (const each of ["refs", "objects", "info"]) mkdirSync(join(twin, each), { recursive: true });
  writeFileSync(join(twin, "HEAD"), "ref: refs/heads/none\n");
  writeFileSync(join(twin, "config"), configText(await comparingSettings(git)));
  try {
    copyIfThere(join(gitDirectory, "index"), join(twin, "index"));
    for (const name of readdirSync(gitDirectory).filter((each) => /^sharedindex\.[0-9a-f]+$/.test(each))) {
      copyIfThere(join(gitDirectory, name), join(twin, name));
    }
    for (const name of ["attributes", "exclude"]) {
      copyIfThere(join(commonDirectory, "info", name), join(twin, "info", name));
    }
  } catch (cause) {
    const said = cause instanceof Error ? cause.message : String(cause);
    return failure(error("git.unusable", `The repository's index cannot be read: ${said}`));
  }
  const variables = {
    GIT_DIR: twin,
    GIT_WORK_TREE: workTree,
    GIT_OBJECT_DIRECTORY: join(commonDirectory, "objects"),
  };
  return success((args, options = {}) => git(args, { ...options, variables: { ...variables, ...options.variables } }));
}

async function comparingSettings(git: Git): Promise<ReadonlyMap<string, string>> {
  const pattern = `^(core\\.(${comparing.join("|")})|extensions\\.objectformat)$`;
  const listed = await git(["config", "--null", "--get-regexp", pattern]);
  const pairs = listed.output
    .toString("utf8")
    .split("\0")
    .map((entry) => entry.split("\n"));
  return new Map(
    pairs.flatMap(([key, value = "true"]) => (key && /^[A-Za-z0-9]+$/.test(value) ? [[key.toLowerCase(), value]] : [])),
  );
}

function configText(settings: ReadonlyMap<string, string>): string {
  const core = comparing.flatMap((name) => {
    const value = settings.get(`core.${name}`);
    return value === undefined ? [] : [`\t${name} = ${value}`];
  });
  const format = settings.get("extensions.objectformat");
  const version = format === undefined ? 0 : 1;
  const extensions = format === undefined ? [] : ["[extensions]", `\tobjectFormat = ${format}`];
  return ["[core]", `\trepositoryFormatVersion = ${version}`, "\tbare = false", ...core, ...extensions, ""].join("\n");
}

const maxCopiedBytes = 1024 ** 3;

/** Keeps the time of the index: git looks again at files that changed in the very second in which it was written. */
function copyIfThere(from: string, to: string): void {
  if (!existsSync(from)) return;
  const stat = statSync(from);
  if (!stat.isFile()) return;
  if (stat.size > maxCopiedBytes) throw new Error(`${from} has ${stat.size} bytes.`);
  copyFileSync(from, to, constants.COPYFILE_FICLONE);
  utimesSync(to, stat.atime, stat.mtime);
}
