import type { Conversation } from "../contract/conversation.ts";
import { type Outcome, success } from "../contract/outcome.ts";
import type { ExecutionIntent } from "../contract/runtime/execution-intent.ts";

/** A small read-only task for backend tests; override what matters. */
export function sampleIntent(overrides: Partial<ExecutionIntent> = {}): ExecutionIntent {
  return {
    schemaVersion: 1,
    model: { provider: "sample", id: "sample-model" },
    thinkingLevel: "off",
    requestedTools: ["read"],
    access: {
      level: "read-only",
      executionBoundary: "shared-user",
      workspaces: [{ handle: "project", mode: "read-only" }],
      workingDirectory: { workspaceHandle: "project", path: "." },
      network: "allow",
    },
    limits: { timeoutMs: { value: 60_000, enforcement: "best-effort" } },
    media: [],
    remoteEgressConsent: true,
    provenance: {},
    ...overrides,
  };
}

/** Compiles to one system line and one task, whatever the backend's prompt runtime. */
export async function sampleCompile(): Promise<Outcome<Conversation>> {
  return success({
    systemPrompt: "You answer in one sentence.",
    messages: [{ role: "user", content: [{ type: "text", text: "Say what this project is." }] }],
  });
}
