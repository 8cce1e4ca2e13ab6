import { EventEmitter } from "node:events";
import { chmodSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { type App, createApp } from "../src/app.ts";
import { piBackends } from "../src/app-backends.ts";
import { profilesForModel } from "../src/app-model-profiles.ts";
import { reportData } from "../src/app-report-data.ts";
import { report } from "../src/app-reports.ts";
import { statusOf } from "../src/app-status.ts";
import type { Door } from "../src/command-line-door.ts";
import { failure } from "../src/contract/outcome.ts";
import { displayWidth } from "../src/text/measure.ts";
import { createTempProject, loopback, type TempProject } from "./support/temp-project.ts";

/** Within one turn of the event loop a project's files are read once. */
const nextTurn = () => new Promise((resolve) => setImmediate(resolve));
const never = new AbortController().signal;
const model = { provider: loopback.provider, id: loopback.plain };
let projects: TempProject[] = [];
let apps: App[] = [];
afterEach(async () => {
  for (const app of apps) await app.dispose();
  for (const project of projects) project.remove();
  [apps, projects] = [[], []];
});

interface Given {
  readonly files?: Readonly<Record<string, string>>;
  readonly trusted?: boolean;
  readonly session?: { readonly model?: typeof model };
  readonly trustedByPi?: boolean;
  readonly door?: Door;
  /** Programs in PATH: none by default. */
  readonly path?: string;
}

async function anApp({ files = {}, trusted = true, session = { model }, door = "terminal", ...given }: Given = {}) {
  const { trustedByPi, path = "" } = given;
  const project = createTempProject({ files });
  projects.push(project);
  const bus = new EventEmitter();
  const env = { ...project.environment, PATH: path };
  const installation = { execPath: process.execPath, scriptPath: "pi.js", version: "1.2.3", foundBy: "PATH" };
  const models = { resolve: async () => failure() };
  const { home } = project;
  const app = createApp({
    door,
    cwd: project.root,
    env,
    home,
    transport: {
      emit: (channel, data) => void bus.emit(channel, data),
      on(channel, handler) {
        bus.on(channel, handler);
        return () => void bus.off(channel, handler);
      },
    },
    approver: { decide: async () => ({ kind: "dismissed" }) },
    canAsk: true,
    session: () => session,
    trustedByPi: () => trustedByPi,
    backends: (settings, places) => piBackends({ installation, models, env, home, mayWarm: false }, settings, places),
    installation: () => installation,
    quietMs: 0,
    now: () => new Date("2026-01-02T03:04:05.678Z"),
    newId: () => "id",
  });
  apps.push(app);
  if (trusted) await app.trustProject(app.trust());
  return { app, project };
}

const profile = (id: string, more: object = {}) =>
  JSON.stringify({
    schemaVersion: 1,
    type: "pi-forge.agent-profile",
    id,
    model,
    thinkingLevel: "off",
    promptStack: null,
    ...more,
  });

/** The fix of each problem, by its code. */
async function fixes(app: App, door: Door = "terminal") {
  const { problems } = await statusOf(app, door, never);
  return problems.map(({ code, fix }) => [code, fix]);
}

const settings = ".pi/forge/subagents.json";
const everything = {
  ".pi/forge/agent-profiles/good.json": profile("good"),
  ".pi/forge/agent-profiles/bad.json": "{ oops",
  ".pi/forge/agent-profiles/lost.json": profile("lost", { promptStack: "nowhere" }),
  ".pi/forge/extensions/macro.mjs": "export default () => {};",
  [settings]: JSON.stringify(
    {
      profiles: { "project:good": { enabled: true, backend: "pi-rcp-readonly" }, "project:goood": { enabled: true } },
      timeoutMs: "soon",
      bogus: 1,
    },
    null,
    2,
  ),
};

test("every problem is named once, with the command or the edit that ends it", async () => {
  const { app, project } = await anApp({ files: everything });
  const put = (program: string, page: string) =>
    process.platform === "linux"
      ? `put ${program} from https://github.com/${page}/releases into ${project.agentDir}/bin`
      : "";
  expect(await fixes(app)).toEqual([
    ["json.syntax", "edit .pi/forge/agent-profiles/bad.json:1"],
    ["profile.stack-missing", "edit .pi/forge/agent-profiles/lost.json (profile.promptStack)"],
    ["backend.missing", `edit ${settings}:5 (backend)`],
    ["config.no-such-profile", `edit ${settings}:7 (profiles.project:goood)`],
    ["config.type", `edit ${settings}:11 (timeoutMs)`],
    ["config.unknown-key", `edit ${settings}:12 (bogus)`],
    ["modules.unasked", "forge-agent status --trust-modules"],
    ...(process.platform === "linux"
      ? [
          ["tool.program-missing", put("rg", "BurntSushi/ripgrep")],
          ["tool.program-missing", put("fd", "sharkdp/fd")],
        ]
      : expect.any(Array)),
  ]);
});

test.each<[string, Given, Door, string, string]>([
  ["a project nobody trusted", { trusted: false }, "terminal", "trust.missing", "forge-agent status --trust-project"],
  [
    "the same in Pi",
    { trusted: false },
    "pi",
    "trust.missing",
    "/forge-agent plan reviewer look, then Ctrl+Y at its question",
  ],
  ["a project Pi does not trust", { trustedByPi: false }, "pi", "trust.by-pi", "/trust, then start Pi again"],
  ["a session without a model", { session: {} }, "pi", "agent.no-session-model", "/model"],
  [
    "the same in the terminal",
    { session: {} },
    "terminal",
    "agent.no-session-model",
    "forge-agent status --model PROVIDER/ID",
  ],
])("%s has its fix", async (_name, given, door, code, fix) => {
  const { app } = await anApp({ files: { [settings]: "{}" }, ...given });
  expect(await fixes(app, door)).toContainEqual([code, fix]);
});

test("a file that changed after it was trusted is named, and none counts", async () => {
  const { app, project } = await anApp({ files: everything });
  project.write(".pi/forge/agent-profiles/good.json", profile("good", { name: "Changed" }));
  await nextTurn();
  const text = await report(app, "status", { door: "pi", width: 72, signal: never });
  expect(text.replace(/\s+/g, " ")).toContain("changed since it was trusted (.pi/forge/agent-profiles/good.json)");
  expect(await fixes(app)).toContainEqual(["trust.missing", "forge-agent status --trust-project"]);
});

test("what a file allows beyond the session's start waits for the next one", async () => {
  const { app, project } = await anApp();
  app.settings();
  project.write(join(project.home, settings), JSON.stringify({ allowPaths: [".env"] }));
  expect(await fixes(app, "pi")).toContainEqual(["config.held-back", "/new, or /forge-agent run and agree to it"]);
});

test("a session where nothing is wrong says so", async () => {
  const bin = createTempProject();
  projects.push(bin);
  mkdirSync(join(bin.base, "bin"));
  for (const program of ["rg", "fd"]) bin.write(join(bin.base, "bin", program), "");
  for (const program of ["rg", "fd"]) chmodSync(join(bin.base, "bin", program), 0o755);
  const { app } = await anApp({ path: join(bin.base, "bin") });
  const text = await report(app, "status", { door: "pi", width: 72, signal: never });
  expect(text).toContain("problems    none");
  expect(text).toContain("host        this extension");
  expect(text).toContain("trust       nothing to trust");
  expect(text).toContain("Pi          1.2.3 (PATH)");
});

test.each(["status", "profiles", "backends", "config"] as const)("no row of %s is wider than asked", async (verb) => {
  const { app } = await anApp({ files: everything });
  const text = await report(app, verb, { door: "terminal", width: 80, signal: never });
  const unbreakable = (row: string) => row.trim().split(" ").length <= 2;
  for (const row of text.split("\n")) expect(displayWidth(row) <= 80 || unbreakable(row), row).toBe(true);
});

test("the data says the same as the text", async () => {
  const { app } = await anApp({ files: everything });
  const data = await reportData(app, "status", never);
  expect(data).toMatchObject({
    host: "ours",
    trust: { state: "trusted", modules: "untrusted" },
    pi: { version: "1.2.3", foundBy: "PATH" },
    backends: [{ id: "pi-subprocess-readonly", tools: ["read", "ls"] }, { id: "pi-rpc-readonly" }],
    config: { timeoutMs: { value: 600_000, source: "built-in" } },
  });
  expect(data).toHaveProperty("problems.0.fix");
  const states = "profiles" in data && Array.isArray(data.profiles) ? data.profiles : [];
  expect(states.map(({ id, state }) => `${id} ${state}`)).toEqual([
    "global:reviewer for you, not for the model",
    "global:scout for you, not for the model",
    "project:bad cannot be used",
    "project:good enabled",
    "project:lost cannot be used",
  ]);
});

test("what the model may not use is followed once by how a person lets it", async () => {
  const { app } = await anApp({ files: { ".pi/forge/agent-profiles/good.json": profile("good") } });
  const text = await report(app, "profiles", { door: "terminal", width: 100, signal: never });
  const words = text.replace(/\s+/g, " ");
  expect(words).toContain(
    `use global:reviewer, type forge-agent init, which gives the project its own, or add under "profiles" in ~/${settings}: "global:reviewer": { "enabled": true }`,
  );
  expect(words).toContain(`approve it once at forge-agent run good <task>, or add under "profiles" in ${settings}:`);
  expect(text.split("To let the model use")).toHaveLength(3);
});

test("the model is told that a person can enable a profile, not where", async () => {
  const { app } = await anApp();
  const { text } = await profilesForModel(app, { invocationToolAvailable: true, canAsk: true });
  expect(text).toContain(
    "No profile is enabled for you. The user can enable one; /forge-agent profiles tells them how.",
  );
  expect(text).not.toContain("subagents.json");
});

test("a session that is over has no host, and says why", async () => {
  const { app } = await anApp();
  await app.dispose();
  const { host } = await statusOf(app, "pi", never);
  expect(host).toMatchObject({ kind: "none", diagnostics: [{ code: "host.unavailable" }] });
  expect(await report(app, "status", { door: "pi", width: 72, signal: never })).toContain(
    "none, so nothing can be compiled",
  );
});

test.each([
  ["pi", "/forge-agent profiles", "/forge-agent run"],
  ["terminal", " forge-agent profiles", "--trust-project"],
] as const)(
  "at the door %s a profile that is not there names that door's list, after what was not read",
  async (door, list, trust) => {
    const { app } = await anApp({ files: everything, trusted: false, door });
    const asked = { asker: "person", profile: "nobody", task: "Look.", overrides: {} } as const;
    const { diagnostics } = await app.terms(asked);
    expect(diagnostics.map(({ code }) => code)).toEqual(["host.trust", "profile.not-found"]);
    expect(diagnostics[0]?.message).toContain(trust);
    expect(diagnostics[1]?.message).toContain(list);
    expect(diagnostics[1]?.message).not.toContain("There is no");
    await app.trustProject(app.trust());
    await nextTurn();
    expect((await app.terms(asked)).diagnostics.map(({ code }) => code)).toEqual(["profile.not-found"]);
  },
);
