import type { ApprovalSubject } from "../../src/approval/approver.ts";
import type { ExecutionFacts } from "../../src/contract/runtime/execution-facts.ts";
import type { SealedPlan } from "../../src/contract/runtime/sealed-plan.ts";

export const sealA = `sha256:v1:${"7f3a91c02be4".padEnd(64, "a")}`;
export const sealB = `sha256:v1:${"02bd5e771111".padEnd(64, "b")}`;
const none = {
  readOnlyMountIsolation: false,
  readWriteMountIsolation: false,
  symlinkSafeContainment: false,
  processIsolation: false,
  agentNetworkIsolation: false,
};

export function facts(overrides: Partial<ExecutionFacts> = {}): ExecutionFacts {
  return {
    destination: {
      provider: "anthropic",
      modelId: "claude-sonnet-4-5",
      api: "anthropic-messages",
      baseUrl: "https://api.anthropic.com",
      host: "api.anthropic.com",
      headerNames: ["x-api-key"],
      proxy: null,
      tls: "default",
      origin: "built-in",
    },
    model: { provider: "anthropic", id: "claude-sonnet-4-5" },
    thinkingLevel: "high",
    price: { currency: "USD", input: 3, output: 15, cacheRead: 0.3, cacheWrite: 3.75 },
    contextWindow: 200_000,
    maxOutputTokens: 64_000,
    environment: ["PATH", "HOME", "LANG", "TERM", "PI_OFFLINE", "ANTHROPIC_API_KEY"],
    piVersion: "0.73.1",
    nodeVersion: "20.20.2",
    root: "/home/kim/src/shop",
    deniedPaths: [".env*", "*.pem", ".git/config", "*.key", "id_*"],
    allowedPaths: [],
    ...overrides,
  };
}

export interface PlanOverrides {
  readonly systemPrompt?: string;
  readonly task?: string;
  readonly seal?: string;
  readonly facts?: ExecutionFacts;
}

export function aPlan({
  systemPrompt = "You review.\nBe exact.",
  task = "Review src/lock.ts",
  seal = sealA,
  ...rest
}: PlanOverrides = {}): SealedPlan {
  const limits = {
    timeoutMs: { value: 600_000, enforcement: "host-abort" },
    maxTurns: { value: 20, enforcement: "backend-hard" },
    tokenBudget: { value: 200_000, enforcement: "backend-hard" },
  } as const;
  const model = { provider: "anthropic", id: "claude-sonnet-4-5" };
  const tools = ["read", "grep", "find", "ls"].map((name) => ({
    id: name,
    name,
    effects: ["filesystem-read" as const],
    definitionCharacters: 700,
  }));
  const promptRuntime = {
    fidelity: "exact-preflight" as const,
    baseSystemPrompt: "",
    preparedAt: "2026-11-30T12:00:00.000Z",
    model,
    options: { cwd: "/home/kim/src/shop", contextFiles: [], skills: [] },
    promptRuntimeFingerprint: `sha256:v1:${"c".repeat(64)}`,
  };
  return {
    schemaVersion: 1,
    preparedRunId: "prepared-1",
    backendId: "pi-subprocess-readonly",
    preflightId: "preflight-1",
    intent: {
      schemaVersion: 1,
      model,
      thinkingLevel: "high",
      requestedTools: ["read", "grep", "find", "ls"],
      access: { level: "read-only", executionBoundary: "shared-user", workspaces: [], network: "allow" },
      limits: {},
      media: [],
      remoteEgressConsent: true,
      provenance: { profile: "project:reviewer" },
    },
    preflight: {
      status: "accepted",
      preflightId: "preflight-1",
      backend: {
        id: "pi-subprocess-readonly",
        version: "0.1.0",
        capabilities: {
          access: none,
          executionBoundaries: ["shared-user"],
          limits: {
            timeoutMs: ["host-abort"],
            maxTurns: ["backend-hard"],
            tokenBudget: ["backend-hard"],
            maxOutputBytes: [],
          },
          cancellation: true,
          mediaMimeTypes: [],
          remoteTransport: false,
          promptRuntimeFidelity: "exact-preflight",
          traceInspection: false,
          artifactRetention: false,
        },
      },
      model,
      thinkingLevel: "high",
      toolCatalog: tools,
      access: {
        level: "read-only",
        mounts: [],
        network: "allow",
        process: false,
        executionBoundary: "shared-user",
        enforcement: none,
      },
      limits,
      facts: rest.facts ?? facts(),
      promptRuntime,
      diagnostics: [],
    },
    promptRuntime,
    conversation: { systemPrompt, messages: [{ role: "user", content: [{ type: "text", text: task }] }] },
    effectiveTools: tools,
    conversationFingerprint: `sha256:v1:${"1a2b3c4d5e6f".padEnd(64, "d")}`,
    executionFingerprint: seal,
  };
}

export function aSubject(overrides: Partial<ApprovalSubject> & PlanOverrides = {}): ApprovalSubject {
  const { systemPrompt, task = "Review src/lock.ts", seal, facts: planFacts, ...rest } = overrides;
  const plan = aPlan({
    task,
    ...(systemPrompt === undefined ? {} : { systemPrompt }),
    ...(seal === undefined ? {} : { seal }),
    ...(planFacts === undefined ? {} : { facts: planFacts }),
  });
  return {
    plan,
    asker: "model",
    task,
    profile: {
      id: "project:reviewer",
      name: "Reviewer",
      description: "Reviews a change",
      from: ".pi/forge/agents/reviewer.json",
    },
    host: "ours",
    chat: { provider: "anthropic" },
    diagnostics: [],
    idleTimeoutMs: 120_000,
    ...rest,
  };
}
