import { execFileSync } from "node:child_process";
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

export interface GitProject {
  readonly base: string;
  readonly root: string;
  write(path: string, content: string | Buffer): void;
  /** Real git with the repository's own settings and nobody else's. */
  git(...args: readonly string[]): string;
  commitAll(message?: string): void;
  /** A program that leaves a mark when it runs, and copies its input so that it works as a filter. */
  readonly trap: string;
  trapWasSprung(): boolean;
  remove(): void;
}

const environment = {
  PATH: process.env.PATH,
  GIT_CONFIG_NOSYSTEM: "1",
  GIT_CONFIG_GLOBAL: "/dev/null",
  GIT_AUTHOR_NAME: "A",
  GIT_AUTHOR_EMAIL: "a@example.com",
  GIT_COMMITTER_NAME: "A",
  GIT_COMMITTER_EMAIL: "a@example.com",
  GIT_AUTHOR_DATE: "2026-01-01T00:00:00Z",
  GIT_COMMITTER_DATE: "2026-01-01T00:00:00Z",
};

/** An empty repository on branch `main` in a directory of its own. */
export function createGitProject(name = "project"): GitProject {
  const base = realpathSync(mkdtempSync(join(tmpdir(), "forge-agent-git-")));
  const [root, trap, mark] = [join(base, name), join(base, "trap.sh"), join(base, "sprung")];
  mkdirSync(root);
  writeFileSync(trap, `#!/bin/sh\necho "$0 $*" >> "${mark}"\nexec cat\n`);
  chmodSync(trap, 0o755);
  const git = (...args: readonly string[]) =>
    execFileSync("git", args, {
      cwd: root,
      env: { ...environment, HOME: base },
      encoding: "utf8",
      stdio: "pipe",
      maxBuffer: 1e8,
    });
  git("init", "--quiet", "--initial-branch=main");
  return {
    base,
    root,
    trap,
    git,
    write(path, content) {
      const file = join(root, path);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, content);
    },
    commitAll(message = "commit") {
      git("add", "--all");
      git("commit", "--quiet", "--message", message);
    },
    trapWasSprung: () => existsSync(mark),
    remove: () => rmSync(base, { recursive: true, force: true }),
  };
}

/** Everything in a repository's settings and attributes that starts a program, set to the trap. */
export function setTraps({ git, root, trap }: GitProject): void {
  const settings: Record<string, string> = {
    "core.fsmonitor": trap,
    "core.pager": trap,
    "core.editor": trap,
    "core.sshCommand": trap,
    "core.askPass": trap,
    "core.alternateRefsCommand": trap,
    "pager.diff": trap,
    "diff.external": trap,
    "diff.trap.command": trap,
    "diff.trap.textconv": trap,
    "diff.trap.binary": "true",
    "filter.trap.clean": trap,
    "filter.trap.smudge": trap,
    "filter.trap.required": "true",
    "filter.traplong.process": trap,
    "filter.traplong.required": "true",
    "alias.diff": `!${trap}`,
    "alias.rev-parse": `!${trap}`,
    "credential.helper": `!${trap}`,
    "interactive.diffFilter": trap,
    "merge.trap.driver": trap,
    "uploadpack.packObjectsHook": trap,
  };
  for (const [name, value] of Object.entries(settings)) git("config", name, value);
  for (const hook of ["post-index-change", "fsmonitor-watchman", "reference-transaction"]) {
    copyFileSync(trap, join(root, ".git", "hooks", hook));
  }
}
