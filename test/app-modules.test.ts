import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createModuleConsent } from "../src/app-module-consent.ts";
import { importedFrom } from "../src/app-module-imports.ts";
import { createModuleLoader } from "../src/app-modules.ts";
import { createTrustStore } from "../src/config/trust-store.ts";
import { forgeDirectories } from "../src/files/forge-directories.ts";
import { createForgeHost } from "../src/host/create-forge-host.ts";
import { aBus } from "./support/bus.ts";

let base = "";
beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), "forge-modules-test-"));
});
afterEach(() => rmSync(base, { recursive: true, force: true }));

const clock = () => new Date("2026-01-02T03:04:05.678Z");

function write(path: string, text: string): void {
  const file = join(base, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}

function consent(trusted = true) {
  const cwd = join(base, "project");
  mkdirSync(cwd, { recursive: true });
  const directories = forgeDirectories({ cwd, env: {}, home: join(base, "home") });
  const trustStore = createTrustStore({ file: directories.trustFile, clock });
  return { ...createModuleConsent({ cwd, directories, trustStore, trusted: () => trusted }), directories, cwd };
}

async function agreedTo() {
  const modules = consent();
  for (const question of modules.unasked()) await modules.answer(question, true);
  return modules;
}

/** A host whose modules were all agreed to. */
async function hostWithModules() {
  const { agreed, cwd } = await agreedTo();
  const loader = createModuleLoader(agreed());
  const host = createForgeHost({
    cwd,
    home: join(base, "home"),
    env: {},
    transport: aBus(),
    trusted: true,
    loadModule: loader.load,
  });
  await host.loadModules(agreed().map(({ scope }) => scope));
  host.load();
  const { workspace } = host;
  if (!workspace) throw new Error("It was loaded.");
  const problems = workspace.diagnostics.map(({ code, message }) => `${code} ${message}`);
  return { macros: [...workspace.registrations.macros.keys()], problems, loader };
}

const macro = (name: string) =>
  `({ registerMacro }) => registerMacro({ name: "${name}", source: "test", render: () => "x" })`;
const inProject = (name: string) => `project/.pi/forge/extensions/${name}`;

test("runs nothing before a person says yes, and asks once for the same files", async () => {
  write(inProject("a.mjs"), `export default ${macro("a")};`);
  write("home/.pi/forge/extensions/g.mjs", `export default ${macro("g")};`);
  const modules = consent();
  expect(modules.agreed()).toEqual([]);
  const questions = modules.unasked();
  expect(questions.map(({ scope }) => scope)).toEqual(["global", "project"]);
  for (const question of questions) await modules.answer(question, false);
  expect(modules.unasked()).toEqual([]);
  expect(modules.agreed()).toEqual([]);
  for (const question of questions) await modules.answer(question, true);
  expect(modules.agreed().map(({ scope }) => scope)).toEqual(["global", "project"]);
  write(inProject("a.mjs"), "export default () => {};");
  expect(modules.agreed().map(({ scope }) => scope)).toEqual(["global"]);
});

test("an untrusted project is not even asked about its modules", () => {
  write(inProject("a.mjs"), `export default ${macro("a")};`);
  expect(consent(false).unasked()).toEqual([]);
});

test("loads modules of every kind that this Node reads, and what they import beside them", async () => {
  write(inProject("a.mjs"), `import { name } from "./lib/name.mjs";\nexport default ${macro("a")};\nvoid name;`);
  write(inProject("lib/name.mjs"), `export const name = "n";`);
  write(inProject("b.cjs"), `module.exports = { register: ${macro("b")} };`);
  write(
    inProject("c/index.mjs"),
    `import data from "./data.json" with { type: "json" };\nexport const register = ${macro("c")};\nvoid data;`,
  );
  write(inProject("c/data.json"), "{}");
  const { macros, problems } = await hostWithModules();
  expect(problems).toEqual([]);
  expect(macros).toEqual(["a", "b", "c"]);
});

test.each([
  ["a bare package", `import x from "left-pad";`, "left-pad"],
  ["a built-in one", `import { readFileSync } from "node:fs";`, "node:fs"],
  ["a dynamic one", `await import("node:child_process");`, "node:child_process"],
  ["a file above", `import "../../secret.mjs";`, "../../secret.mjs"],
  ["an absolute path", `export * from "/etc/x.mjs";`, "/etc/x.mjs"],
  ["a computed one", `await import("node:" + "fs");`, "import"],
  ["a required one", `const fs = require("fs");`, "fs"],
  ["a hidden one", `import/* from "./b.mjs" */"node:fs";`, "node:fs"],
])("refuses a module that imports %s", async (_kind, line, named) => {
  write(inProject("a.mjs"), `${line}\nexport default ${macro("a")};`);
  write(inProject("b.mjs"), `export default ${macro("b")};`);
  write("project/secret.mjs", "");
  const { macros, problems } = await hostWithModules();
  expect(macros).toEqual(["b"]);
  expect(problems).toEqual([expect.stringMatching(/^module\.failed /)]);
  expect(problems[0]).toContain(named);
});

test("a module in a folder of its own may not reach the others", async () => {
  write(inProject("one/index.mjs"), `import "../two.mjs";\nexport default ${macro("one")};`);
  write(inProject("two.mjs"), `export default ${macro("two")};`);
  expect(await hostWithModules()).toMatchObject({ macros: ["two"] });
});

test("what changed after the yes does not run", async () => {
  write(inProject("a.mjs"), `export default ${macro("a")};`);
  const { agreed } = await agreedTo();
  const loader = createModuleLoader(agreed());
  const file = join(base, inProject("a.mjs"));
  write(inProject("a.mjs"), `export default ${macro("other")};`);
  await expect(loader.load(file)).rejects.toThrow("not as it was agreed");
});

test("a link among the modules is never agreed to", () => {
  write(inProject("a.mjs"), `export default ${macro("a")};`);
  write("elsewhere/b.mjs", "");
  symlinkSync(join(base, "elsewhere"), join(base, inProject("linked")));
  const modules = consent();
  expect(modules.agreed()).toEqual([]);
});

test("finds every import in a text and no type", () => {
  const text = `
    import a, { b } from "./a.ts"; import './b'; export { c } from "./c"; const d = await import(\`./d\`);
    import type { E } from "typescript"; import type f from "./f"; // we require care here
    Array.from("abc"); import.meta.url; const g = require ("./g");
  `;
  expect(importedFrom(text)).toEqual(["./a.ts", "./b", "./c", "./d", "./g"]);
  expect(importedFrom(`import type from "./t";`)).toEqual(["./t"]);
  expect(() => importedFrom("const r = require; r('fs')")).toThrow("require");
});
