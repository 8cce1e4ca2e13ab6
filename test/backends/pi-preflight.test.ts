import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { ModelFacts } from "../../src/backends/model-facts.ts";
import { rpcVariant, subprocessVariant } from "../../src/backends/pi-options.ts";
import { piPreflight } from "../../src/backends/pi-preflight.ts";
import { createPiSubprocessBackend } from "../../src/backends/pi-subprocess.ts";
import { readToolCatalog } from "../../src/backends/read-tool-catalog.ts";
import { error } from "../../src/contract/diagnostic.ts";
import { failure, type Outcome, success } from "../../src/contract/outcome.ts";
import type { ExecutionIntent } from "../../src/contract/runtime/execution-intent.ts";
import { checkRuntimePreflight } from "../../src/contract/runtime/preflight.ts";
import { anIntent } from "./pi-harness.ts";

const facts: ModelFacts = {
  model: { provider: "loopback", id: "plain" },
  destination: {
    provider: "loopback",
    modelId: "plain",
    api: "openai-completions",
    baseUrl: "http://127.0.0.1:9/v1",
    host: "127.0.0.1:9",
    headerNames: [],
    proxy: null,
    tls: "default",
    origin: "models-file",
  },
  price: null,
  contextWindow: null,
  maxOutputTokens: null,
  requestSettings: "{}",
  nodeVersion: "20.0.0",
  thinkingLevels: ["off", "high"],
  keyVariables: [],
  authenticated: true,
};

const nothing = { agentDir: "/nowhere", path: "" };

function preflight(
  intent: Partial<ExecutionIntent>,
  model: Outcome<ModelFacts> = success(facts),
  variant = subprocessVariant,
) {
  return piPreflight({
    variant,
    options: {
      installation: { execPath: "node", version: "0.73.1", foundBy: "test" },
      models: { resolve: async () => model },
      root: "/project",
      agentDir: "/agent",
      environment: {},
      guard: { denied: [".env*"], allowed: [] },
      warmStart: true,
      idleTimeoutMs: 1,
      clock: () => 0,
      newId: () => "1",
    },
    intent: anIntent(intent),
    catalog: readToolCatalog(nothing),
    facts: model,
    environment: ["PATH", "HOME"],
  });
}

test("an fdfind is named where it is, because it does not count", () => {
  const directory = mkdtempSync(join(tmpdir(), "forge-agent-test-"));
  const message = () => readToolCatalog({ agentDir: "/nowhere", path: directory }).diagnostics.at(-1)?.message;
  expect(message()).not.toContain("fdfind");
  writeFileSync(join(directory, "fdfind"), "", { mode: 0o755 });
  expect(message()).toMatch(/"find" is left out.*"fdfind" does not count/);
  rmSync(directory, { recursive: true });
});

test("a place where nothing may run is refused before anybody is asked for the model", async () => {
  let asked = 0;
  const backend = createPiSubprocessBackend({
    installation: { execPath: "node", version: "0.73.1", foundBy: "test" },
    models: {
      resolve: async () => {
        asked += 1;
        return success(facts);
      },
    },
    root: "/",
    agentDir: "/agent",
    environment: {},
    guard: { denied: [], allowed: [] },
    warmStart: false,
    idleTimeoutMs: 1,
    clock: () => 0,
    newId: () => "1",
  });
  const answer = await backend.preflight({ intent: anIntent(), signal: new AbortController().signal });
  expect(answer.status).toBe("rejected");
  expect(codes(answer)).toEqual([["root.too-wide", "root"]]);
  expect(asked).toBe(0);
});

const codes = (given: ReturnType<typeof preflight>) =>
  given.diagnostics.filter((each) => each.level === "error").map((each) => [each.code, each.path]);

const access = anIntent().access;
const other = { handle: "other", mode: "read-only" as const };

describe.each([subprocessVariant, rpcVariant])("$prefix", (variant) => {
  test.each<[string, Partial<ExecutionIntent>, string]>([
    ["access", { access: { ...access, level: "workspace-write" } }, "access"],
    ["access", { access: { ...access, workspaces: [...access.workspaces, other] } }, "access"],
    [
      "cwd",
      { access: { ...access, workingDirectory: { workspaceHandle: "project", path: "src" } } },
      "access.workingDirectory",
    ],
    ["boundary", { access: { ...access, executionBoundary: "isolated" } }, "access.executionBoundary"],
    ["network", { access: { ...access, network: "deny" } }, "access.network"],
    ["process", { access: { ...access, allowProcess: true } }, "access.allowProcess"],
    ["limit", { limits: { timeoutMs: { value: 1, enforcement: "required" } } }, "limits.timeoutMs"],
    ["thinking", { thinkingLevel: "xhigh" }, "thinkingLevel"],
    ["tool", { requestedTools: ["read", "bash"] }, "requestedTools[1]"],
  ])("refuses %s that it cannot keep", (problem, intent, path) => {
    const answer = preflight(intent, success(facts), variant);
    expect(answer.status).toBe("rejected");
    expect(codes(answer)).toEqual([[`${variant.prefix}.${problem}`, path]]);
  });

  test.each([
    ["model.unknown", "model", "model"],
    ["model.provider-not-portable", "model", "model"],
    ["model.no-key", "model", "auth"],
    ["model.thinking-level", "thinkingLevel", "thinking"],
  ])("says the exact reason %s first, then by its own name what is refused", (code, path, name) => {
    const reason = failure<ModelFacts>(error(code, "Exactly this.", path));
    expect(codes(preflight({}, reason, variant))).toEqual([
      [code, path],
      [`${variant.prefix}.${name}`, path],
    ]);
  });
});

test("an accepted preflight is valid, takes thinking off, and promises what it enforces", () => {
  const hard = { value: 5, enforcement: "required" as const };
  const soft = { value: 9, enforcement: "best-effort" as const };
  const limits = { timeoutMs: soft, maxTurns: hard, tokenBudget: hard, maxOutputBytes: soft };
  const answer = preflight({ limits });
  expect(answer).toMatchObject({
    status: "accepted",
    thinkingLevel: "off",
    limits: {
      timeoutMs: { value: 9, enforcement: "host-abort" },
      maxTurns: { value: 5, enforcement: "backend-hard" },
      maxOutputBytes: { value: 9, enforcement: "backend-hard" },
    },
    facts: { environment: ["HOME", "PATH"], deniedPaths: [".env*"], root: "/project" },
  });
  expect(answer.diagnostics.map((each) => each.code)).toContain("pi-subprocess.shared-user");
  expect(
    checkRuntimePreflight(answer, anIntent({ limits }), answer.backend).filter((each) => each.level === "error"),
  ).toEqual([]);
});

test("grep and find are left out, with what is missing, where their programs are not", () => {
  const catalog = readToolCatalog(nothing);
  expect(catalog.ok && catalog.value.map((tool) => tool.name)).toEqual(["read", "ls"]);
  expect(catalog.diagnostics.map((each) => [each.level, each.code, each.path])).toEqual([
    ["info", "tool.program-missing", "tools.grep"],
    ["info", "tool.program-missing", "tools.find"],
  ]);
});
