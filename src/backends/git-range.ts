import { error } from "../contract/diagnostic.ts";
import { failure, type Outcome, success } from "../contract/outcome.ts";
import type { Git } from "./git-program.ts";

/** What is compared, by object ids alone, so that nothing a person wrote is an argument of the comparison. */
export interface ComparedTrees {
  /** `git diff HEAD`: how it is named to the person and to the model. */
  readonly title: string;
  /** For a reader: the commits, or that there is none yet. */
  readonly reference: string;
  readonly from: string;
  /** Absent: the working tree. */
  readonly to?: string;
}

/** No blank, no `:`, no glob and no leading dash: a revision, and nothing that git would read as an option or a path. */
const revision = /^(?!-)[\p{L}\p{N}_./@{}^~+#%=,!-]+$/u;

/** Without a range the working tree is compared with HEAD, or with nothing before the first commit. */
export async function comparedTrees(
  git: Git,
  range: string | undefined,
  taskBegins?: string,
): Promise<Outcome<ComparedTrees>> {
  if (range === undefined && (await namesCommit(git, taskBegins))) return failure(rangeOrTask(taskBegins));
  if (range === undefined) return workingTree(git);
  if (!revision.test(range)) return failure(malformed(range));
  const [, left = "", dots, right = ""] = /^(.*?)(\.{2,3})(.*)$/s.exec(range) ?? [undefined, range];
  const title = `git diff ${range}`;
  const from = await commitOf(git, left || "HEAD", range);
  if (!from.ok) return from;
  if (dots === undefined) return success({ title, reference: `${left} is ${short(from.value)}`, from: from.value });
  if (right.startsWith("-") || right.startsWith(".")) return failure(malformed(range));
  const to = await commitOf(git, right || "HEAD", range);
  if (!to.ok) return to;
  if (dots === "..") {
    const reference = `${short(from.value)}..${short(to.value)}`;
    return success({ title, reference, from: from.value, to: to.value });
  }
  const base = await git(["merge-base", from.value, to.value]);
  const id = objectId(base.output);
  if (id === undefined) {
    const message = `The two sides of "${range}" have no commit in common: write two dots to compare them as they are.`;
    return failure(error("git.no-merge-base", message, "diff"));
  }
  return success({ title, reference: `${short(id)}..${short(to.value)}`, from: id, to: to.value });
}

async function workingTree(git: Git): Promise<Outcome<ComparedTrees>> {
  const head = objectId((await git(["rev-parse", "--verify", "--quiet", "HEAD^{commit}"])).output);
  const title = "git diff HEAD";
  if (head !== undefined) return success({ title, reference: `HEAD is ${short(head)}`, from: head });
  // The id of the tree without files depends on the repository's kind of hash; writing nothing, git computes it.
  const empty = objectId((await git(["hash-object", "-t", "tree", "--stdin"])).output);
  if (empty === undefined) return failure(error("git.unusable", "git cannot name the empty tree of this repository."));
  return success({ title, reference: "no commit yet", from: empty });
}

async function namesCommit(git: Git, word = ""): Promise<boolean> {
  return revision.test(word) && (await commitOf(git, word, word)).ok;
}

function rangeOrTask(word = "") {
  const message = `"${word}" after --diff is a commit here: write --diff=${word} to compare with it, or --diff -- where the task begins with it.`;
  return error("git.range-or-task", message, "diff");
}

async function commitOf(git: Git, name: string, range: string): Promise<Outcome<string>> {
  const id = objectId((await git(["rev-parse", "--verify", "--quiet", `${name}^{commit}`])).output);
  if (id !== undefined) return success(id);
  const message = `"${name}" of the range "${range}" is no commit here: name a branch, a tag or a commit; on a command line, -- ends the options.`;
  return failure(error("git.unknown-revision", message, "diff"));
}

function objectId(output: Buffer): string | undefined {
  return /^[0-9a-f]{40,64}(?=\n|$)/.exec(output.toString("latin1"))?.[0];
}

function malformed(range: string) {
  const message = `"${range}" is no range: write a commit, A..B or A...B, without blanks and without a leading dash.`;
  return error("git.range", message, "diff");
}

function short(id: string): string {
  return id.slice(0, 12);
}
