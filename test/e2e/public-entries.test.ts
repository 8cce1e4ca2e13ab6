import { execFile } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import * as subagent from "../../src/subagent.ts";

const root = new URL("../../", import.meta.url);
const { exports }: { exports: Record<string, string | { default: string; types: string }> } = JSON.parse(
  readFileSync(new URL("package.json", root), "utf8"),
);

/** The names that a published entry gives at run time. */
async function namesOf(entry: string): Promise<string[]> {
  const target = exports[entry];
  if (typeof target !== "object") throw new Error(`There is no entry "${entry}".`);
  return Object.keys(await import(new URL(target.default, root).href)).sort();
}

test("the built host entry gives the same names as its source", async () => {
  expect(await namesOf("./subagent")).toEqual(Object.keys(subagent).sort());
});

test("the root is the extension and what delegates, and holds no name of the contract", async () => {
  const names = await namesOf(".");
  expect(names).toEqual(["createApp", "default", "delegate", "planDelegation"]);
  expect(names.filter((name) => name in subagent)).toEqual([]);
});

test.each(["./runtime", "./backends", "./testing", "./extension"])("%s loads on its own", async (entry) => {
  expect((await namesOf(entry)).length).toBeGreaterThan(0);
});

test("the terminal command is whole without any package beside it, and the licences of what it holds are there", async () => {
  const alone = mkdtempSync(join(tmpdir(), "forge-agent-alone-"));
  try {
    for (const each of ["package.json", "dist"]) {
      cpSync(fileURLToPath(new URL(each, root)), join(alone, each), { recursive: true });
    }
    const args = [join(alone, "dist/src/cli.js"), "plan", "nobody", "--cwd", alone, "--json", "--", "Look."];
    const ended = await promisify(execFile)(process.execPath, args).catch((error: unknown) => error);
    expect(ended).toMatchObject({ code: 2, stdout: expect.stringContaining("profile.not-found") });
    expect(readFileSync(join(alone, "dist/chunks/LICENSES.txt"), "utf8")).toContain("jsonc-parser");
  } finally {
    rmSync(alone, { recursive: true });
  }
});
