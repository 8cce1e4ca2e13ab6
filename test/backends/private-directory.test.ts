import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createPrivateDirectory, directoryPrefix } from "../../src/backends/private-directory.ts";

test("is empty, for us only, and gone after its removal", () => {
  const directory = createPrivateDirectory();
  expect(statSync(directory.path).mode & 0o777).toBe(0o700);
  directory.remove();
  directory.remove();
  expect(existsSync(directory.path)).toBe(false);
});

test("leaves alone what somebody put a file into", () => {
  const directory = createPrivateDirectory();
  writeFileSync(join(directory.path, "kept"), "");
  directory.remove();
  expect(existsSync(join(directory.path, "kept"))).toBe(true);
  rmSync(directory.path, { recursive: true });
});

test("sweeps the empty directory of a process that died, and only that", () => {
  const { pid } = spawnSync(process.execPath, ["-e", ""]);
  const [stale, own] = [pid, process.pid].map((each) => join(tmpdir(), `${directoryPrefix}${each}-aaaaaa`));
  for (const path of [stale, own]) mkdirSync(path ?? "");
  createPrivateDirectory().remove();
  expect([existsSync(stale ?? ""), existsSync(own ?? "")]).toEqual([false, true]);
  rmSync(own ?? "", { recursive: true });
});
