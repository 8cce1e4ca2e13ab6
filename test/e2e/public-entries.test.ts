import { execFile } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { isBuiltin } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import * as subagent from "../../src/subagent.ts";

const root = new URL("../../", import.meta.url);
interface Manifest {
  readonly exports: Record<string, string | { default: string; types: string }>;
  readonly dependencies: object;
}
const { exports, dependencies }: Manifest = JSON.parse(readFileSync(new URL("package.json", root), "utf8"));

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

const imported = /^(?:import|export)(?: [^;"=]*\bfrom)? "([^"\n]+)";$|\bimport\("([^"]+)"\)/gm;
const ofPi = /^@mariozechner\/|^@sinclair\/typebox$/;

/** The packages that these files of dist/ import, and whatever files they import in turn. */
function packagesOf(files: readonly string[]): string[] {
  const seen = new Set(files.map((file) => fileURLToPath(new URL(file, root))));
  const packages = new Set<string>();
  for (const file of seen) {
    const code = readFileSync(file, "utf8");
    for (const [, first, later] of code.matchAll(imported)) {
      const target = first ?? later ?? "";
      if (target.startsWith(".")) seen.add(join(dirname(file), target));
      else if (!isBuiltin(target)) packages.add(target);
    }
  }
  return [...packages].sort();
}

test("an installation brings what the library imports and Pi does not, and nothing else", () => {
  const entries = Object.values(exports).flatMap((entry) => (typeof entry === "object" ? entry.default : []));
  expect(packagesOf(entries).filter((name) => !ofPi.test(name))).toEqual(Object.keys(dependencies).sort());
});

test("the programs import Pi's modules and Node's, and nothing else", () => {
  const programs = ["dist/extension.js", "dist/src/cli.js", "dist/chunks/bridge.js"];
  expect(packagesOf(programs)).toEqual(["@mariozechner/pi-coding-agent"]);
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
