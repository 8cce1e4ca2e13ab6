import { chmodSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { gitDiff } from "../../src/backends/git-diff.ts";
import { createGitProject, type GitProject } from "../support/git-project.ts";
import { byPath, diffsIn, patchOf } from "./diffs-in.ts";

let project: GitProject;
beforeEach(() => {
  project = createGitProject();
});
afterEach(() => project.remove());

const signal = new AbortController().signal;
const { diffOf, refusalOf } = diffsIn(() => project);

test("where no directory can be made there is no diff, and it is said what to set", async () => {
  vi.stubEnv("TMPDIR", join(project.root, "nowhere"));
  const { diagnostics } = await gitDiff({ cwd: project.root, env: process.env }, signal);
  vi.unstubAllEnvs();
  expect(diagnostics).toMatchObject([{ code: "git.no-directory", message: expect.stringContaining("TMPDIR") }]);
});

describe("the working tree against HEAD", () => {
  const odd = [
    'with "quotes".txt',
    "with blanks .txt",
    "with\nnewline.txt",
    "with\ttab.txt",
    "ümlaut.txt",
    "-dash.txt",
  ];

  function everyKindOfChange() {
    for (const name of ["staged.txt", "unstaged.txt", "both.txt", "deleted.txt", "removed.txt", ...odd]) {
      project.write(name, "one\ntwo\nthree\n");
    }
    project.write("old name.txt", "a\nb\nc\nd\ne\nf\n");
    project.write("picture.bin", Buffer.from([0, 1, 2, 3, 255]));
    project.write("run.sh", "#!/bin/sh\n");
    project.write("becomes-link", "text\n");
    project.commitAll();
    for (const name of odd) project.write(name, "one\nTWO\nthree\n");
    project.write("staged.txt", "one\nstaged\nthree\n");
    project.write("both.txt", "one\nstaged\nthree\n");
    project.write("added.txt", "new\r\nline\u2028diff --git a/x b/x\r\n");
    project.git("add", "staged.txt", "both.txt", "added.txt");
    project.git("rm", "--quiet", "removed.txt");
    project.git("mv", "old name.txt", "new name.txt");
    project.write("both.txt", "one\nstaged\nunstaged\n");
    project.write("unstaged.txt", "one\ntwo\nthree");
    project.write("picture.bin", Buffer.from([0, 9, 9, 9]));
    rmSync(join(project.root, "deleted.txt"));
    rmSync(join(project.root, "becomes-link"));
    symlinkSync("staged.txt", join(project.root, "becomes-link"));
    chmodSync(join(project.root, "run.sh"), 0o755);
    project.write("untracked one.txt", "new\n");
    project.write("sub/untracked\n2.txt", "new\n");
    project.write(".gitignore", "ignored.txt\n");
    project.write("ignored.txt", "ignored\n");
  }

  test("is exactly what git diff says, file by file", async () => {
    everyKindOfChange();
    const diff = await diffOf();
    expect(patchOf(diff)).toBe(project.git("diff", "HEAD"));
    expect(diff.title).toBe("git diff HEAD");
    const files = byPath(diff);
    expect(Object.keys(files).sort()).toEqual(
      [
        ...odd,
        ...["staged.txt", "unstaged.txt", "both.txt", "deleted.txt", "removed.txt", "added.txt"],
        ...["new name.txt", "picture.bin", "run.sh", "becomes-link"],
      ].sort(),
    );
    expect(files["new name.txt"]).toMatchObject({ status: "R", oldPath: "old name.txt" });
    expect(files["picture.bin"]).toMatchObject({ status: "M", kind: "binary" });
    expect(files["deleted.txt"]).toMatchObject({ status: "D", added: 0, deleted: 3 });
    expect(files["becomes-link"]).toMatchObject({ status: "T" });
    for (const name of odd) expect(files[name]).toMatchObject({ status: "M", added: 1, deleted: 1 });
    expect([...diff.untracked].sort()).toEqual([".gitignore", "sub/untracked\n2.txt", "untracked one.txt"]);
  });

  test("leaves the repository's index as it was", async () => {
    everyKindOfChange();
    const before = project.git("ls-files", "--stage", "--debug");
    await diffOf();
    expect(project.git("ls-files", "--stage", "--debug")).toBe(before);
  });

  test("sees a change in the second in which the index was written", async () => {
    project.write("a.txt", "one\n");
    project.commitAll();
    project.write("a.txt", "two\n");
    expect(patchOf(await diffOf())).toBe(project.git("diff", "HEAD"));
  });

  test("works with a split index", async () => {
    for (let index = 0; index < 50; index += 1) project.write(`f${index}.txt`, "one\n");
    project.commitAll();
    project.git("update-index", "--split-index");
    project.write("f7.txt", "two\n");
    project.git("add", "f7.txt");
    expect(patchOf(await diffOf())).toBe(project.git("diff", "HEAD"));
  });

  test("is everything before the first commit", async () => {
    project.write("a.txt", "one\n");
    project.git("add", "a.txt");
    const diff = await diffOf();
    expect(diff.files).toMatchObject([{ path: "a.txt", status: "A", added: 1 }]);
    expect(diff.reference).toBe("no commit yet");
  });

  test("holds the conflicts of a merge", async () => {
    project.write("a.txt", "one\n");
    project.commitAll();
    project.git("checkout", "--quiet", "-b", "other");
    project.write("a.txt", "other\n");
    project.commitAll();
    project.git("checkout", "--quiet", "main");
    project.write("a.txt", "main\n");
    project.write("b.txt", "b\n");
    project.commitAll();
    expect(() => project.git("merge", "other")).toThrow();
    project.write("b.txt", "changed\n");
    const diff = await diffOf();
    expect(patchOf(diff)).toBe(project.git("diff", "HEAD"));
    expect(byPath(diff)["b.txt"]?.patch).toContain("+changed");
  });

  test("is bounded to a directory below the top, with paths as seen from there", async () => {
    project.write("app/a.txt", "one\n");
    project.write("outside.txt", "one\n");
    project.commitAll();
    project.write("app/a.txt", "two\n");
    project.write("app/new.txt", "two\n");
    project.write("outside.txt", "two\n");
    const diff = await diffOf(undefined, join(project.root, "app"));
    expect(diff.files.map(({ path }) => path)).toEqual(["a.txt"]);
    expect(diff.untracked).toEqual(["new.txt"]);
  });

  test("works in a linked worktree", async () => {
    project.write("a.txt", "one\n");
    project.commitAll();
    const linked = join(project.base, "linked");
    project.git("worktree", "add", "--quiet", linked);
    writeFileSync(join(linked, "a.txt"), "two\n");
    expect((await diffOf(undefined, linked)).files).toMatchObject([{ path: "a.txt", status: "M" }]);
    expect((await diffOf()).files).toEqual([]);
  });

  test("heeds the line endings that the repository asks for", async () => {
    project.git("config", "core.autocrlf", "true");
    project.write("a.txt", "one\r\ntwo\r\n");
    project.commitAll();
    project.write("a.txt", "one\r\nTWO\r\n");
    expect(patchOf(await diffOf())).toBe(project.git("diff", "HEAD"));
  });

  test("works with SHA-256 objects", async () => {
    project.remove();
    project = createGitProject();
    rmSync(join(project.root, ".git"), { recursive: true });
    project.git("init", "--quiet", "--object-format=sha256", "--initial-branch=main");
    project.write("a.txt", "one\n");
    expect((await diffOf()).files).toEqual([]);
    project.commitAll();
    project.write("a.txt", "two\n");
    expect(patchOf(await diffOf())).toBe(project.git("diff", "HEAD"));
  });
});

test("a directory without a repository is told apart", async () => {
  rmSync(join(project.root, ".git"), { recursive: true });
  expect(await refusalOf()).toBe("git.no-repository");
});

test("of a patch that is longer than can be read, the whole parts are kept", async () => {
  for (const name of ["a", "b", "c"]) project.write(`${name}.txt`, "one\n");
  project.commitAll();
  project.write("a.txt", "two\n");
  project.write("b.txt", `${"long line\n".repeat(10_000)}`);
  project.write("c.txt", "two\n");
  const diff = await gitDiff({ cwd: project.root, env: process.env, maxPatchBytes: 20_000 }, signal);
  const files = diff.ok ? byPath(diff.value) : {};
  expect(files["a.txt"]?.patch).toContain("+two");
  expect([files["b.txt"]?.patch, files["c.txt"]?.patch]).toEqual([undefined, undefined]);
  expect(files["b.txt"]?.added).toBe(10_000);
});

test("stops when it is told to", async () => {
  project.write("a.txt", "one\n");
  project.commitAll();
  const diff = await gitDiff({ cwd: project.root, env: process.env }, AbortSignal.abort());
  expect(diff.ok).toBe(false);
});
