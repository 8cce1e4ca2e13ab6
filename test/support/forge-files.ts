import { cpSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { onTestFinished } from "vitest";
import { forgeDirectories } from "../../src/files/forge-directories.ts";
import { loadWorkspace, type Workspace, type WorkspaceInput } from "../../src/host/workspace.ts";

export interface ForgeFiles {
  readonly cwd: string;
  readonly home: string;
  /** Below the project; `~/` first means below the home directory. */
  write(path: string, content: string | object): string;
  load(overrides?: Partial<WorkspaceInput>): Workspace;
  remove(): void;
}

export const sessionModel = { provider: "acme", id: "acme-large" };

/** A project and a home directory with nothing but the given files. */
export function forgeFiles(files: Readonly<Record<string, string | object>> = {}): ForgeFiles {
  const base = realpathSync(mkdtempSync(join(tmpdir(), "forge-files-")));
  const [cwd, home] = [join(base, "project"), join(base, "home")];
  for (const directory of [cwd, home]) mkdirSync(directory);
  const write = (path: string, content: string | object) => {
    const file = path.startsWith("~/") ? join(home, path.slice(2)) : join(cwd, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, typeof content === "string" ? content : JSON.stringify(content, null, 2));
    return file;
  };
  for (const [path, content] of Object.entries(files)) write(path, content);
  const load = (overrides: Partial<WorkspaceInput> = {}) =>
    loadWorkspace({
      cwd,
      home,
      directories: forgeDirectories({ cwd, env: {}, home }),
      trusted: true,
      sessionModel,
      clock: () => new Date("2026-01-02T03:04:05.678Z"),
      ...overrides,
    });
  return { cwd, home, write, load, remove: () => rmSync(base, { recursive: true, force: true }) };
}

/** Gone when the test in which they were made has ended. */
export function ofOneTest(files: ForgeFiles): ForgeFiles {
  onTestFinished(files.remove);
  return files;
}

/** The example project and global directory that the recorded traffic was made with. */
export function forgeFixtures(): ForgeFiles {
  const files = forgeFiles();
  const fixtures = join(import.meta.dirname, "..", "fixtures", "forge");
  cpSync(join(fixtures, "project-dot-pi"), join(files.cwd, ".pi"), { recursive: true });
  cpSync(join(fixtures, "global-forge"), join(files.home, ".pi", "forge"), { recursive: true });
  return files;
}

export function aProfile(overrides: object = {}): object {
  return {
    schemaVersion: 1,
    type: "pi-forge.agent-profile",
    id: "p",
    model: sessionModel,
    thinkingLevel: "high",
    promptStack: null,
    ...overrides,
  };
}

export function aStack(overrides: object = {}): object {
  return {
    schemaVersion: 2,
    type: "pi-forge.prompt-stack",
    id: "t",
    items: [
      { kind: "block", id: "b", role: "system", content: "x" },
      { kind: "slot", id: "chat-history", slot: "chat-history" },
    ],
    ...overrides,
  };
}
