import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { gitDiff } from "../../src/backends/git-diff.ts";
import { createGitProject, type GitProject } from "../support/git-project.ts";
import { diffsIn, patchOf } from "./diffs-in.ts";

let project: GitProject;
/** No question changes a repository, so all are asked about this one. */
beforeAll(() => {
  project = createGitProject();
  history();
});
afterAll(() => project.remove());

const signal = new AbortController().signal;
const { diffOf, refusalOf } = diffsIn(() => project);

function history() {
  project.write("a.txt", "one\n");
  project.commitAll("first");
  project.git("checkout", "--quiet", "-b", "feature/ü");
  project.write("a.txt", "feature\n");
  project.commitAll("second");
  project.git("checkout", "--quiet", "main");
  project.write("b.txt", "main\n");
  project.commitAll("third");
  project.git("tag", "--annotate", "--message", "v1", "v1");
  project.git("checkout", "--quiet", "--orphan", "apart");
  project.commitAll("apart");
  project.git("checkout", "--quiet", "feature/ü");
  project.write("a.txt", "working tree\n");
}

describe("a range", () => {
  test.each(["main...", "main..", "main..HEAD", "main...feature/ü", "..main", "main", "HEAD~1", "v1", "HEAD^", "@{0}"])(
    "%s compares what git diff compares",
    async (range) => {
      expect(patchOf(await diffOf(range))).toBe(project.git("diff", range));
    },
  );

  test.each([
    ["--output=x", "git.range"],
    ["-p", "git.range"],
    ["main..--output=x", "git.range"],
    ["main...-x", "git.range"],
    ["main other", "git.range"],
    ["HEAD:a.txt", "git.range"],
    [":/first", "git.range"],
    ["$(touch x)", "git.range"],
    ["nowhere...", "git.unknown-revision"],
    ["main..nowhere", "git.unknown-revision"],
    ["^main", "git.unknown-revision"],
  ])("%s is refused with %s", async (range, code) => {
    expect(await refusalOf(range)).toBe(code);
  });

  test("a task that begins with the name of a commit is asked about, and no other", async () => {
    const ask = (taskBegins: string) => gitDiff({ cwd: project.root, env: process.env, taskBegins }, signal);
    expect((await ask("main")).diagnostics).toMatchObject([{ code: "git.range-or-task", path: "diff" }]);
    for (const word of ["Review", "--output=x", "Look at it.", ""]) expect((await ask(word)).ok).toBe(true);
  });

  test("of two histories without a common commit says so", async () => {
    expect(await refusalOf("main...apart")).toBe("git.no-merge-base");
  });
});
