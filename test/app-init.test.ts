import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { initPlan, initText, writeInit } from "../src/app-init.ts";
import { initNext, initQuestion } from "../src/app-init-words.ts";
import { loadDelegationSettings } from "../src/config/load-delegation-settings.ts";
import { createTrustStore } from "../src/config/trust-store.ts";
import { forgeDirectories } from "../src/files/forge-directories.ts";
import { findProfile } from "../src/host/find-profile.ts";
import { resolveEntry } from "../src/host/resolve-profile.ts";
import { loadWorkspace } from "../src/host/workspace.ts";

let base = "";
beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), "forge-init-"));
  mkdirSync(join(base, "project"));
});
afterEach(() => rmSync(base, { recursive: true, force: true }));

const now = new Date("2026-01-02T03:04:05.678Z");

function write(path: string, text: string): void {
  const file = join(base, "project", path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}

function setting() {
  const cwd = join(base, "project");
  const directories = forgeDirectories({ cwd, env: {}, home: join(base, "home") });
  const store = createTrustStore({ file: directories.trustFile, clock: () => now });
  const app = {
    door: "terminal" as const,
    trust: () => store.projectTrust(cwd),
    trustProject: (shown: { digests: Parameters<typeof store.trust>[1] }) => store.trust(cwd, shown.digests),
  };
  const plan = () => initPlan({ directories, model: { provider: "acme", id: "acme-large" }, thinking: "high", now });
  const workspace = () => loadWorkspace({ cwd, directories, trusted: true, builtIns: false, clock: () => now });
  return { directories, app, plan, workspace, trust: () => store.projectTrust(cwd).state };
}

test("writes two profiles, their stacks, what enables them and their schemas, all of it usable and trusted", async () => {
  const { app, plan, workspace, trust, directories } = setting();
  const shown = plan();
  expect(initText(shown)).toContain(".pi/forge/subagents.json");
  for (const { text, about = text } of shown.files) expect(initText(shown)).toContain(about.split("\n").at(1) ?? about);
  const { value, diagnostics } = await writeInit(shown, app);
  expect(diagnostics).toEqual([]);
  expect(value).toEqual({ written: shown.files.map((file) => file.shown), trusted: true });
  expect(trust()).toBe("trusted");
  const loaded = workspace();
  for (const id of ["reviewer", "scout"]) {
    const entry = findProfile(loaded, `project:${id}`);
    if (!entry.ok) throw new Error("It is there.");
    const resolution = resolveEntry(loaded, entry.value);
    expect(resolution).toMatchObject({ profileId: `project:${id}`, diagnostics: [] });
    expect(resolution.snapshot).toMatchObject({
      profile: { model: { provider: "acme", id: "acme-large" }, thinkingLevel: "high" },
      promptStackId: `project:${id}`,
    });
    expect(resolution.snapshot?.profile).not.toHaveProperty("$schema");
  }
  const settings = loadDelegationSettings({ directories, trusted: true });
  expect(settings.diagnostics).toEqual([]);
  expect([...settings.settings.profiles.keys()]).toEqual(["project:reviewer", "project:scout"]);
});

test("has nothing to write the second time", async () => {
  const { app, plan } = setting();
  await writeInit(plan(), app);
  expect(plan()).toMatchObject({
    files: [],
    kept: [expect.stringContaining("reviewer"), expect.stringContaining("scout")],
  });
});

test.each([
  [".claude/agents/reviewer.md", "---\nname: reviewer\n---\nMine.\n"],
  [".pi/forge/agent-profiles/x.json", '{"id":"reviewer"}'],
  [".pi/forge/prompt-stacks/y.json", '{"id":"reviewer","items":[]}'],
])("leaves a reviewer that is there, here in %s, as it is", (path, text) => {
  write(path, text);
  const { plan } = setting();
  const { files, kept } = plan();
  expect(files.map(({ shown }) => shown).filter((each) => each.includes("reviewer"))).toEqual([]);
  expect(files.map(({ shown }) => shown).slice(0, 3)).toEqual([
    ".pi/forge/agent-profiles/scout.json",
    ".pi/forge/prompt-stacks/scout.json",
    ".pi/forge/subagents.json",
  ]);
  expect(kept).toEqual([expect.stringContaining(path)]);
});

test("never touches a subagents.json, and says what to add", async () => {
  write(".pi/forge/subagents.json", '{ "timeoutMs": 5000 }');
  const { app, plan, trust } = setting();
  const shown = plan();
  expect(shown.kept).toEqual([expect.stringContaining('"project:reviewer": { "enabled": true }')]);
  const { value, diagnostics } = await writeInit(shown, app);
  expect(readFileSync(join(base, "project/.pi/forge/subagents.json"), "utf8")).toBe('{ "timeoutMs": 5000 }');
  expect([value.trusted, diagnostics.map(({ code }) => code), trust()]).toEqual([
    false,
    ["init.not-trusted"],
    "untrusted",
  ]);
});

test("asks for what a yes does and no more, and then names what can be done", async () => {
  const { app, plan } = setting();
  const all = plan();
  expect(initQuestion(all, app)).toMatch(/^Write 8 files for acme\/acme-large, enable and trust them\?$/);
  const done = { written: [".pi/forge/agent-profiles/reviewer.json"], trusted: true };
  expect(initNext(all, done, app)).toContain("plan reviewer");
  expect(initNext(all, done, app)).toContain("The model may call reviewer and scout now");
  expect(initNext(all, { ...done, written: [] }, app)).toBeUndefined();
  expect(initQuestion({ ...all, enables: false }, app)).toContain("not enabled for the model");
  expect(initNext({ ...all, enables: false }, done, app)).toContain("also enables reviewer");
  expect(initNext({ ...all, enables: false }, done, app)).not.toContain("may call");
  write(".pi/forge/subagents.json", "{}");
  const some = plan();
  expect(some.enables).toBe(false);
  expect(initQuestion(some, app)).not.toMatch(/enable|trust them/);
  expect(initNext(some, { ...done, trusted: false }, app)).toContain("asks whether this project is trusted");
});

test("does not overwrite what came between the question and the yes", async () => {
  const { app, plan } = setting();
  const shown = plan();
  write(".pi/forge/agent-profiles/scout.json", "mine");
  const { value, diagnostics } = await writeInit(shown, app);
  expect(diagnostics.map(({ code }) => code)).toEqual(["file.exists", "init.not-trusted"]);
  expect(value.written).not.toContain(".pi/forge/agent-profiles/scout.json");
  expect(readFileSync(join(base, "project/.pi/forge/agent-profiles/scout.json"), "utf8")).toBe("mine");
});

test("leaves a schema that is there as it is", async () => {
  write(".pi/forge/schemas/subagents.schema.json", "mine");
  const { app, plan } = setting();
  const { value } = await writeInit(plan(), app);
  expect(value.written).not.toContain(".pi/forge/schemas/subagents.schema.json");
  expect(value.written).toContain(".pi/forge/schemas/prompt-stack.schema.json");
  expect(readFileSync(join(base, "project/.pi/forge/schemas/subagents.schema.json"), "utf8")).toBe("mine");
});

test("writes nothing until it is told to", () => {
  setting().plan();
  expect(existsSync(join(base, "project/.pi"))).toBe(false);
});
