import type { RunRecord } from "../../src/history/run-record.ts";

/** As it is kept after a person approved it; only the parts that a reader looks at. */
export function aRecord(overrides: Partial<RunRecord> = {}): RunRecord {
  const seal = `sha256:v1:7f3a91c02be4${"0".repeat(52)}`;
  const receipt = {
    executionFingerprint: seal,
    conversationFingerprint: seal,
    source: "person",
    approvedAt: "2026-01-02T03:04:45.000Z",
    expiresAt: "2026-01-02T03:14:05.000Z",
    viewedFullPrompt: true,
  };
  const plan = {
    model: { provider: "acme", id: "m" },
    thinkingLevel: "high",
    backendId: "pi-subprocess-readonly",
    systemPrompt: "You review.\nBe exact.",
    messages: [{ role: "user", source: "task", content: [{ type: "text", text: "Look at the lock." }] }],
    executionFingerprint: seal,
    conversationFingerprint: seal,
    effectiveToolIds: ["read", "grep"],
    limits: { timeoutMs: { value: 600_000, enforcement: "host-abort" } },
    access: {},
  };
  const response = {
    status: "completed",
    runId: "run:1",
    durationMs: 72_000,
    output: { text: "1. two callers pass", partial: false, sha256: "ab".repeat(32) },
    usage: { tokens: { input: 51_000, output: 1_000, total: 52_000 }, cost: { amount: 0.14, currency: "USD" } },
    enforcement: {},
    childReport: {
      requests: [{ number: 1, payloadDigest: "cd".repeat(32), verified: ["system prompt"] }],
      blockedToolCalls: 0,
      refusedPaths: [".env"],
      filesRead: ["src/lock.ts", "src/cart.ts"],
      forcedExit: false,
      usageByTurn: [{ input: 51_000, output: 1_000, total: 52_000, cost: 0.14 }],
    },
  };
  const record = {
    status: "completed",
    profileId: "project:reviewer",
    task: "Look at the lock.",
    asker: "person",
    cwd: "/shop",
    sessionId: "session-1",
    backendId: plan.backendId,
    model: plan.model,
    thinkingLevel: plan.thinkingLevel,
    startedAt: "2026-01-02T03:04:05.000Z",
    endedAt: "2026-01-02T03:05:59.000Z",
    times: {
      asked: "2026-01-02T03:04:05.000Z",
      shown: "2026-01-02T03:04:06.000Z",
      decided: "2026-01-02T03:04:45.000Z",
      started: "2026-01-02T03:04:46.000Z",
      firstRequest: "2026-01-02T03:04:47.000Z",
      ended: "2026-01-02T03:05:59.000Z",
    },
    asked: { profile: "reviewer", overrides: { timeoutMs: 600_000 }, attachments: [{ kind: "diff" }] },
    approval: receipt,
    plan,
    response,
    transcript: [
      {
        sequence: 1,
        timestamp: "2026-01-02T03:04:50.000Z",
        phase: "message",
        message: "grep",
        turn: 1,
        tool: 'grep "held"',
      },
      {
        sequence: 2,
        timestamp: "2026-01-02T03:05:00.000Z",
        phase: "message",
        message: "Answering.",
        turn: 2,
        said: "1. two",
      },
    ],
    diagnostics: [],
    ...overrides,
  };
  return record as unknown as RunRecord;
}
