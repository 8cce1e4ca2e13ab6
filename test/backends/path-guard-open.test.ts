import { execFileSync } from "node:child_process";
import { linkSync, mkdirSync, renameSync, symlinkSync, unlinkSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createPathGuard, type PathGuard } from "../../src/backends/path-guard.ts";
import { readChecked } from "../../src/backends/path-guard-open.ts";
import { createTempProject, type TempProject } from "../support/temp-project.ts";

let project: TempProject;
beforeEach(() => {
  project = createTempProject({ files: { "src/a.ts": "inside", ".env": "KEY=1", "README.md": "hello" } });
  project.write(join(project.base, "outside", "secret.txt"), "outside");
});
afterEach(() => project.remove());

function aGuard(): PathGuard {
  const { root, home, agentDir } = project;
  const guard = createPathGuard({ root, home, agentDir });
  if (!guard.ok) throw new Error(JSON.stringify(guard.diagnostics));
  return guard.value;
}

describe("opening", () => {
  test("refuses a link that took the place of the checked file", () => {
    const guard = aGuard();
    const check = guard.check("README.md", "file");
    unlinkSync(join(project.root, "README.md"));
    symlinkSync(join(project.base, "outside/secret.txt"), join(project.root, "README.md"));
    expect(() => check.ok && guard.read(check.path)).toThrow();
    expect(() => check.ok && readChecked(check.path, 100)).toThrow();
  });

  test.runIf(process.platform === "linux")("refuses when a parent became a link between check and open", () => {
    const path = join(project.root, "src/a.ts");
    mkdirSync(join(project.base, "elsewhere"));
    linkSync(path, join(project.base, "elsewhere/a.ts"));
    renameSync(join(project.root, "src"), join(project.root, "gone"));
    symlinkSync(join(project.base, "elsewhere"), join(project.root, "src"));
    expect(() => readChecked(path, 100)).toThrow("replaced");
  });

  test("never waits for a pipe that took the place of a file", () => {
    const path = join(project.root, "README.md");
    unlinkSync(path);
    execFileSync("mkfifo", [path]);
    expect(() => readChecked(path, 100)).toThrow("not a regular file");
  });

  test("refuses a file that is larger than can be read", () => {
    expect(() => readChecked(join(project.root, "README.md"), 3)).toThrow("5 bytes");
    expect(readChecked(join(project.root, "README.md"), 5).toString()).toBe("hello");
  });
});
