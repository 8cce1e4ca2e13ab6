import { mkdirSync, renameSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { gitDiff } from "../../src/backends/git-diff.ts";
import { createGitProject, type GitProject, setTraps } from "../support/git-project.ts";
import { byPath, diffsIn, patchOf } from "./diffs-in.ts";

let project: GitProject;
beforeEach(() => {
  project = createGitProject();
});
afterEach(() => project.remove());

const { diffOf, refusalOf } = diffsIn(() => project);
const signal = new AbortController().signal;

describe("hostile repositories", () => {
  function changedUnderTraps() {
    project.write("a.txt", "one\n");
    project.write("long.txt", "one\n");
    project.write("driver.txt", "one\n");
    project.commitAll();
    project.write(
      ".gitattributes",
      "a.txt filter=trap\nlong.txt filter=traplong\ndriver.txt diff=trap merge=trap\n*.dat filter=trap diff=trap\n",
    );
    for (const name of ["a.txt", "long.txt", "driver.txt"]) project.write(name, `${name} changed\n`);
    project.write("new.dat", "new\n");
    const expected = project.git("diff", "HEAD");
    setTraps(project);
    return expected;
  }

  test("the traps work: plain git springs them", () => {
    changedUnderTraps();
    try {
      project.git("diff", "HEAD");
    } catch {
      // The trap is no real filter process; that it was started is all that counts.
    }
    expect(project.trapWasSprung()).toBe(true);
  });

  test.each([undefined, "HEAD", "HEAD..HEAD", "main..."])("nothing that settings name is run for %s", async (range) => {
    const expected = changedUnderTraps();
    const diff = await diffOf(range);
    expect(project.trapWasSprung()).toBe(false);
    if (range === undefined) {
      expect(patchOf(diff)).toBe(expected);
      expect(byPath(diff)["a.txt"]?.filter).toBe("trap");
    }
  });

  test("settings that are included from elsewhere, of the user and of the variables count for nothing", async () => {
    changedUnderTraps();
    const included = join(project.base, "included");
    writeFileSync(included, `[diff]\n\texternal = ${project.trap}\n[core]\n\tfsmonitor = ${project.trap}\n`);
    project.git("config", "include.path", included);
    const env = {
      ...process.env,
      GIT_EXTERNAL_DIFF: project.trap,
      GIT_PAGER: project.trap,
      GIT_CONFIG_COUNT: "1",
      GIT_CONFIG_KEY_0: "core.fsmonitor",
      GIT_CONFIG_VALUE_0: project.trap,
      GIT_CONFIG_GLOBAL: included,
      GIT_DIR: "/nowhere",
    };
    const diff = await gitDiff({ cwd: project.root, env }, signal);
    expect(diff.ok).toBe(true);
    expect(project.trapWasSprung()).toBe(false);
  });

  test("a submodule's own settings are not used, and only its commit is compared", async () => {
    const inner = createGitProject("inner");
    try {
      inner.write("a.txt", "one\n");
      inner.commitAll();
      project.write("top.txt", "one\n");
      project.git("-c", "protocol.file.allow=always", "submodule", "--quiet", "add", inner.root, "vendor/inner");
      project.commitAll();
      const within = (...args: readonly string[]) => project.git("-C", "vendor/inner", ...args);
      project.write("vendor/inner/a.txt", "two\n");
      within("commit", "--quiet", "--all", "--message", "two");
      project.write("vendor/inner/.gitattributes", "* filter=trap\n");
      project.write("vendor/inner/a.txt", "three\n");
      for (const name of ["core.fsmonitor", "filter.trap.clean", "diff.external"]) within("config", name, project.trap);
      const diff = await diffOf();
      expect(project.trapWasSprung()).toBe(false);
      expect(diff.files).toMatchObject([{ path: "vendor/inner", kind: "submodule" }]);
      expect(patchOf(diff)).toContain("+Subproject commit");
    } finally {
      inner.remove();
    }
  });

  test("a working tree that is set to be elsewhere is refused", async () => {
    project.write("a.txt", "one\n");
    project.commitAll();
    mkdirSync(join(project.base, "secrets"));
    project.git("config", "core.worktree", join(project.base, "secrets"));
    expect(await refusalOf()).toMatch(/^git\./);
  });

  test("a git that lies in the project is not run", async () => {
    project.write("a.txt", "one\n");
    project.commitAll();
    mkdirSync(join(project.root, "bin"));
    symlinkSync(project.trap, join(project.root, "bin", "git"));
    const env = { PATH: `${join(project.root, "bin")}:bin:.:${process.env.PATH}` };
    expect((await gitDiff({ cwd: project.root, env }, signal)).ok).toBe(true);
    expect(project.trapWasSprung()).toBe(false);
    const alone = await gitDiff({ cwd: project.root, env: { PATH: join(project.root, "bin") } }, signal);
    expect(alone.diagnostics[0]?.code).toBe("git.missing");
  });

  test("a directory that looks like a bare repository is none", async () => {
    const bare = join(project.base, "bare");
    renameSync(join(project.root, ".git"), bare);
    writeFileSync(join(bare, "config"), `[core]\n\tworktree = ${bare}\n\tfsmonitor = ${project.trap}\n`);
    expect(await refusalOf(undefined, bare)).toMatch(/^git\./);
    expect(project.trapWasSprung()).toBe(false);
  });
});
