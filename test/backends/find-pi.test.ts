import { chmodSync, mkdirSync, symlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type FindPiInput, findPi } from "../../src/backends/find-pi.ts";
import { nodeSatisfies } from "../../src/backends/find-pi-package.ts";
import { oldPi } from "../support/pi-hosts.ts";
import { createTempProject, type TempProject } from "../support/temp-project.ts";

let project: TempProject;
beforeEach(() => {
  project = createTempProject();
});
afterEach(() => project.remove());

interface FakePi {
  readonly name?: string;
  readonly version?: string;
  readonly engines?: string;
}

/** A package that looks like Pi, and its script. */
function aPi(
  modules: string,
  { name = "@mariozechner/pi-coding-agent", version = "0.73.1", engines = ">=20.6.0" }: FakePi = {},
) {
  const directory = join(project.base, modules, name);
  const manifest = { name, version, bin: { pi: "dist/cli.js" }, engines: { node: engines } };
  project.write(join(directory, "package.json"), JSON.stringify(manifest));
  return project.write(join(directory, "dist/cli.js"), "");
}

function find(overrides: Partial<FindPiInput> = {}) {
  const { base, root } = project;
  return findPi({
    argv1: project.write(join(base, "ours/dist/cli.js"), ""),
    execPath: "/opt/node/bin/node",
    nodeVersion: "20.20.2",
    env: { PATH: join(base, "bin") },
    cwd: root,
    trustedProject: false,
    platform: "linux",
    ownDirectory: join(base, "ours/dist"),
    ...overrides,
  });
}

function found(overrides: Partial<FindPiInput> = {}) {
  const outcome = find(overrides);
  return outcome.ok ? outcome.value : outcome.diagnostics[0]?.code;
}

function command(path: string, target: string): string {
  mkdirSync(dirname(join(project.base, path)), { recursive: true });
  symlinkSync(target, join(project.base, path));
  return join(project.base, path);
}

test("inside Pi, it is this process: its Node and its script", () => {
  const { scriptPath, version } = oldPi();
  expect(found({ argv1: scriptPath, execPath: process.execPath })).toEqual({
    execPath: process.execPath,
    scriptPath,
    version,
    foundBy: "this process",
  });
});

test("inside a self-contained Pi, it is that binary alone", () => {
  const binary = project.write(join(project.base, "pi-linux/pi"), "\x7fELF");
  const name = "@earendil-works/pi-coding-agent";
  project.write(join(project.base, "pi-linux/package.json"), JSON.stringify({ name, version: "1.6.0" }));
  expect(found({ argv1: "/$bunfs/root/pi", execPath: binary })).toEqual({
    execPath: binary,
    version: "1.6.0",
    foundBy: "this process",
  });
});

test("in a terminal, it is what --pi names: a script, a directory or a command", () => {
  const scriptPath = aPi("named/node_modules");
  const pi = command("elsewhere/pi", scriptPath);
  for (const explicit of [scriptPath, dirname(dirname(scriptPath)), pi]) {
    expect(found({ explicit })).toEqual({
      execPath: "/opt/node/bin/node",
      scriptPath,
      version: "0.73.1",
      foundBy: "--pi",
    });
  }
});

test("a --pi that is none is an error, not a reason to take another", () => {
  aPi("ours/node_modules");
  const outcome = find({ explicit: "no/such" });
  expect(outcome.diagnostics[0]).toMatchObject({ code: "pi.missing", path: "pi" });
});

test("beside ourselves comes before PATH, and PATH before the project", () => {
  const script = aPi("project/node_modules", { version: "0.0.3" });
  expect(found({ trustedProject: true })).toMatchObject({ scriptPath: script, version: "0.0.3" });
  command("bin/pi", aPi("lib/node_modules", { version: "0.0.2" }));
  expect(found({ trustedProject: true })).toMatchObject({ version: "0.0.2" });
  aPi("ours/node_modules", { version: "0.0.1" });
  expect(found({ trustedProject: true })).toMatchObject({ version: "0.0.1", foundBy: "beside this package" });
});

test("an untrusted project's Pi is not run, on PATH or off it", () => {
  const script = aPi("project/node_modules");
  command("project/node_modules/.bin/pi", script);
  command("bin/pi", script);
  const PATH = `${join(project.root, "node_modules/.bin")}:node_modules/.bin:.:${join(project.base, "bin")}`;
  expect(found({ env: { PATH } })).toBe("pi.missing");
  expect(found({ env: { PATH }, trustedProject: true })).toMatchObject({ scriptPath: script });
});

test("a Pi for a newer Node is started with the Node beside its command, or not at all", () => {
  const scriptPath = aPi("lib/node_modules", {
    name: "@earendil-works/pi-coding-agent",
    version: "1.6.0",
    engines: ">=22.19.0",
  });
  command("bin/pi", scriptPath);
  const outcome = find();
  expect(outcome.diagnostics[0]).toMatchObject({ code: "pi.missing" });
  expect(outcome.diagnostics[0]?.message).toContain("needs Node >=22.19.0, this is 20.20.2");
  const node = project.write(join(project.base, "bin/node"), "");
  chmodSync(node, 0o755);
  expect(found()).toMatchObject({ execPath: node, scriptPath, version: "1.6.0" });
});

test("on Windows, a shim leads to node and a script, never to itself", () => {
  project.write(join(project.base, "npm/pi.cmd"), "@echo off");
  const scriptPath = aPi("npm/node_modules");
  const execPath = "C:\\Program Files\\nodejs\\node.exe";
  expect(found({ platform: "win32", execPath, env: { Path: join(project.base, "npm") } })).toMatchObject({
    execPath,
    scriptPath,
  });
});

test("a script of another package inside Pi's directory is not Pi", () => {
  const scriptPath = aPi("lib/node_modules");
  const other = join(dirname(dirname(scriptPath)), "node_modules/other");
  project.write(join(other, "package.json"), JSON.stringify({ name: "other" }));
  expect(found({ argv1: project.write(join(other, "cli.js"), "") })).toBe("pi.missing");
});

test("names every place that was tried, and the fix", () => {
  const outcome = find();
  const message = outcome.diagnostics[0]?.message ?? "";
  for (const part of ["this process", "beside", "PATH", "node_modules", "--pi", "npm install"])
    expect(message).toContain(part);
});

test("works with blanks and quotes in every path", () => {
  const scriptPath = aPi("it's a dir/node_modules");
  expect(found({ explicit: scriptPath })).toMatchObject({ scriptPath });
});

test.each([
  ["20.6.0", ">=20.6.0", true],
  ["v24.1.0", ">=22.19.0", true],
  ["22.18.9", ">=22.19.0", false],
  ["20.20.2", ">= 22", false],
  ["20.0.0", "^22 || >=24", true],
  ["20.0.0", undefined, true],
])("Node %s for %s: %s", (version, range, satisfied) => {
  expect(nodeSatisfies(version, range)).toBe(satisfied);
});
