import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type CreateForgeHostOptions, createForgeHost } from "../../src/host/create-forge-host.ts";
import { connectForgeHost } from "../../src/host/port-host.ts";
import { aBus } from "../support/bus.ts";
import { aPrepareRequest } from "../support/port-builders.ts";

let base = "";
beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), "forge-host-"));
});
afterEach(() => rmSync(base, { recursive: true, force: true }));

function write(path: string, content: unknown): void {
  const file = join(base, path);
  mkdirSync(join(file, ".."), { recursive: true });
  writeFileSync(file, typeof content === "string" ? content : JSON.stringify(content));
}

function aProfile(content: string): void {
  const stack = { schemaVersion: 2, id: "s", items: [{ kind: "block", id: "b", role: "system", content }] };
  write("project/.pi/forge/prompt-stacks/s.json", { ...stack, type: "pi-forge.prompt-stack" });
  const profile = { schemaVersion: 1, id: "mine", model: { provider: "acme", id: "large" }, thinkingLevel: "high" };
  write("project/.pi/forge/agent-profiles/mine.json", { ...profile, type: "pi-forge.agent-profile", promptStack: "s" });
}

async function running(overrides: Partial<CreateForgeHostOptions> = {}) {
  const transport = aBus();
  const cwd = join(base, "project");
  const clock = () => new Date("2026-03-04T05:06:07.089Z");
  const sessionModel = { provider: "acme", id: "large" };
  const host = createForgeHost({
    cwd,
    transport,
    trusted: true,
    home: join(base, "home"),
    env: {},
    clock,
    sessionModel,
    ...overrides,
  });
  host.start();
  const client = await connectForgeHost({ transport, timeoutMs: 500, settleMs: 1 });
  if (!client.ok) throw new Error("The host answers.");
  return { host, client: client.value };
}

test("prepares the same bytes for the same files, task and clock", async () => {
  aProfile("On {{ date }} at {{ time }} in {{ cwd }}: {{ lastUserMessage }}");
  const { client } = await running();
  const [one, two] = await Promise.all([1, 2].map(() => client.prepare(aPrepareRequest({ profile: "mine" }))));
  expect(one).toEqual(two);
  expect(one).toMatchObject({
    ok: true,
    value: { preparedAt: "2026-03-04T05:06:07.089Z", effectiveToolIds: ["pi.read"] },
  });
});

test("a reload makes a new snapshot and leaves what was answered as it was", async () => {
  aProfile("One.");
  const { host, client } = await running();
  const before = await client.prepare(aPrepareRequest({ profile: "mine" }));
  aProfile("Two.");
  expect(await client.prepare(aPrepareRequest({ profile: "mine" }))).toEqual(before);
  host.reload();
  const after = await client.prepare(aPrepareRequest({ profile: "mine" }));
  expect([before, after]).toMatchObject([{ value: { systemPrompt: "One." } }, { value: { systemPrompt: "Two." } }]);
});

test("a project that is not trusted has no profile of its own, and a reload may change that", async () => {
  aProfile("One.");
  const { host, client } = await running({ trusted: false });
  expect(await client.resolveProfile("project:mine")).toMatchObject({ ok: false });
  host.reload({ trusted: true });
  expect(await client.resolveProfile("project:mine")).toMatchObject({ ok: true });
});

test("built-in and Markdown agents are served like any other, with their braces as they are", async () => {
  write("project/.claude/agents/plain.md", "---\nname: plain\n---\nKeep {{ these }} and {% these %}.\n");
  const { client } = await running();
  const listed = await client.listProfiles();
  if (!listed.ok) throw new Error("They are listed.");
  expect(listed.value.map(({ scope, profileId }) => `${scope}:${profileId}`)).toEqual(
    expect.arrayContaining(["global:reviewer", "global:scout", "project:plain"]),
  );
  for (const profile of ["reviewer", "scout"]) {
    expect(await client.prepare(aPrepareRequest({ profile }))).toMatchObject({ ok: true });
  }
  const plain = await client.prepare(aPrepareRequest({ profile: "plain" }));
  expect(plain).toMatchObject({ ok: true, value: { systemPrompt: "Keep {{ these }} and {% these %}." } });
});

test("a failure comes with its reasons", async () => {
  aProfile("{{ extensions.none }}");
  const { client } = await running();
  const resolved = await client.resolveProfile("mine");
  expect(resolved.diagnostics).toContainEqual(expect.objectContaining({ code: "profile.dependency-missing" }));
});

test("macros of registered modules are in what the port prepares, and in its dependencies", async () => {
  aProfile("{{ extensions.team }}");
  const team = { name: "team", source: "tests", render: () => "Team" };
  const registrations = { macros: new Map([["team", team]]), slots: new Map() };
  const { client } = await running({ registrations });
  expect(await client.prepare(aPrepareRequest({ profile: "mine" }))).toMatchObject({
    ok: true,
    value: { systemPrompt: "Team", profileSnapshot: { dependencies: [{ identity: "macro:tests:team" }] } },
  });
});

test("a host that announces itself has read its files, and one that stops says so", async () => {
  aProfile("x");
  const { host, client } = await running();
  expect(host.workspace?.profiles.map(({ id }) => id)).toContain("mine");
  expect(await client.listProfiles()).toMatchObject({ ok: true });
  let lost = 0;
  client.onUnavailable(() => {
    lost++;
  });
  host.stop();
  expect(lost).toBe(1);
  expect(await client.listProfiles()).toMatchObject({ ok: false, diagnostics: [{ code: "host.unavailable" }] });
});
