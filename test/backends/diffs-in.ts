import { type GitDiff, gitDiff } from "../../src/backends/git-diff.ts";
import type { GitProject } from "../support/git-project.ts";

/** What is said of the project that there is when it is asked. */
export function diffsIn(project: () => GitProject) {
  const ask = (range?: string, cwd = project().root) =>
    gitDiff({ cwd, env: process.env, ...(range === undefined ? {} : { range }) }, new AbortController().signal);
  return {
    async diffOf(range?: string, cwd?: string): Promise<GitDiff> {
      const diff = await ask(range, cwd);
      if (!diff.ok) throw new Error(JSON.stringify(diff.diagnostics));
      return diff.value;
    },
    async refusalOf(range?: string, cwd?: string): Promise<string | undefined> {
      const diff = await ask(range, cwd);
      return diff.ok ? undefined : diff.diagnostics[0]?.code;
    },
  };
}

export const patchOf = ({ files }: GitDiff) => files.map(({ patch }) => patch).join("");
export const byPath = ({ files }: GitDiff) => Object.fromEntries(files.map((file) => [file.path, file]));
