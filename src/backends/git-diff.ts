import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { error } from "../contract/diagnostic.ts";
import { failure, type Outcome, success } from "../contract/outcome.ts";
import { type ChangedFile, parseChanges, splitPatch } from "./git-diff-parse.ts";
import { createGit, type Git, type GitProgramOptions } from "./git-program.ts";
import { type ComparedTrees, comparedTrees } from "./git-range.ts";
import { createBareTwin, findRepository } from "./git-repository.ts";

export interface GitDiff {
  /** `git diff HEAD` */
  readonly title: string;
  readonly reference: string;
  readonly files: readonly FileDiff[];
  /** New files that git does not know; only their names. Empty where two commits are compared. */
  readonly untracked: readonly string[];
}

export interface FileDiff extends ChangedFile {
  /** Its part of the patch; absent where the whole is too long to be read. */
  readonly patch?: string;
  /** A filter that git would run over the file: it was not run, so the patch shows what the file holds. */
  readonly filter?: string;
}

export interface GitDiffRequest {
  readonly cwd: string;
  readonly range?: string;
  /** A word that may have been meant as the range: one that names a commit is refused. */
  readonly taskBegins?: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly timeoutMs?: number;
  readonly maxPatchBytes?: number;
}

const maxPatchBytes = 64 * 1024 * 1024;
/** Below the compared directory only, in git's own format whatever the repository prefers, and nothing of a submodule but its commit. */
const fixed = [
  "diff",
  "--no-ext-diff",
  "--no-textconv",
  "--no-color",
  "--find-renames",
  "--ignore-submodules=dirty",
  "--submodule=short",
  "--relative",
];

/** What `git diff` says about a directory, without running anything that the repository's settings or attributes name. */
export async function gitDiff(request: GitDiffRequest, signal: AbortSignal): Promise<Outcome<GitDiff>> {
  const directory = emptyDirectory();
  if (directory === undefined) return failure(noDirectory());
  try {
    const options: GitProgramOptions = { ...request, emptyHome: directory };
    const git = createGit(options, signal);
    if (!git.ok) return git;
    const repository = await findRepository(git.value, request.cwd);
    if (!repository.ok) return repository;
    const trees = await comparedTrees(git.value, request.range, request.taskBegins);
    if (!trees.ok) return trees;
    const twin = await createBareTwin(git.value, repository.value, directory);
    return twin.ok ? await compare(twin.value, trees.value, request) : twin;
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

function emptyDirectory(): string | undefined {
  try {
    return mkdtempSync(join(tmpdir(), "pi-forge-agent-git-"));
  } catch {
    return undefined; // Whoever asked says so.
  }
}

function noDirectory() {
  const message = `No directory can be made in "${tmpdir()}", which a diff needs: set TMPDIR to one that can be written.`;
  return error("git.no-directory", message);
}

async function compare(git: Git, trees: ComparedTrees, request: GitDiffRequest): Promise<Outcome<GitDiff>> {
  const compared = [trees.from, ...(trees.to === undefined ? [] : [trees.to]), "--", "."];
  const listed = await git([...fixed, "--raw", "--numstat", "-z", ...compared]);
  if (listed.code !== 0) return failure(failed(trees.title, listed));
  const changes = parseChanges(listed.output);
  const patch = await git([...fixed, "--patch", ...compared], { maxBytes: request.maxPatchBytes ?? maxPatchBytes });
  if (patch.code !== 0 && patch.ended !== "too-long") return failure(failed(trees.title, patch));
  const parts = splitPatch(patch.output.toString("utf8"), changes, patch.ended === "too-long");
  const [untracked, filters] =
    trees.to === undefined
      ? [await untrackedNames(git), await filtersOf(git, changes)]
      : [[], new Map<string, string>()];
  const files = changes.map((change, index): FileDiff => {
    const part = parts[index];
    const filter = filters.get(change.path);
    return { ...change, ...(part ? { patch: part } : {}), ...(filter === undefined ? {} : { filter }) };
  });
  return success({ title: trees.title, reference: trees.reference, files, untracked });
}

async function untrackedNames(git: Git): Promise<readonly string[]> {
  const listed = await git(["ls-files", "--others", "--exclude-standard", "-z", "--", "."], { maxBytes: 1024 * 1024 });
  // The last name may be cut; what follows the last separator is empty otherwise.
  return listed.output.toString("utf8").split("\0").slice(0, -1);
}

async function filtersOf(git: Git, changes: readonly ChangedFile[]): Promise<ReadonlyMap<string, string>> {
  const input = changes.map(({ path }) => `${path}\0`).join("");
  const asked = await git(["check-attr", "-z", "--stdin", "filter"], { input });
  const fields = asked.output.toString("utf8").split("\0");
  const filters = new Map<string, string>();
  for (let at = 0; at + 2 < fields.length; at += 3) {
    const [path = "", , value = ""] = fields.slice(at, at + 3);
    if (value !== "unspecified" && value !== "unset") filters.set(path, value);
  }
  return filters;
}

function failed(title: string, { ended, stderr }: Awaited<ReturnType<Git>>) {
  if (ended === "aborted") return error("git.aborted", `${title} was stopped.`);
  if (ended === "timeout")
    return error("git.timeout", `${title} took too long: attach single files, or a smaller range.`);
  if (ended === "too-long") return error("git.too-long", `${title} names too many files: attach a smaller range.`);
  return error("git.failed", `${title} failed: ${stderr.trim().split("\n")[0] ?? ""}`);
}
