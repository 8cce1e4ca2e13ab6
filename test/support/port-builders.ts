import { fingerprint } from "../../src/contract/fingerprint.ts";
import { success } from "../../src/contract/outcome.ts";
import type { PrepareReply, PrepareRequest } from "../../src/contract/product/host-port.ts";
import type { AgentProfileSnapshot } from "../../src/contract/product/profile-snapshot.ts";
import type { PortHandlers } from "../../src/host/port-server.ts";

export function aSnapshot(overrides: Partial<AgentProfileSnapshot> = {}): AgentProfileSnapshot {
  const profile = {
    schemaVersion: 1 as const,
    type: "pi-forge.agent-profile" as const,
    id: "reviewer",
    model: { provider: "acme", id: "large" },
    thinkingLevel: "high" as const,
    promptStack: null,
  };
  return {
    schemaVersion: 1,
    profileId: "project:reviewer",
    profile,
    promptStackId: null,
    promptStack: null,
    dependencies: [],
    profileFingerprint: fingerprint(profile),
    promptStackFingerprint: null,
    ...overrides,
  };
}

export function aPrepareRequest(overrides: Partial<PrepareRequest> = {}): PrepareRequest {
  return {
    profile: "reviewer",
    task: { text: "Look." },
    access: { level: "read-only", network: "deny", allowProcess: false },
    backend: {
      model: { provider: "acme", id: "large" },
      thinkingLevel: "high",
      toolCatalog: [{ id: "pi.read", name: "read", effects: ["filesystem-read"] }],
    },
    ...overrides,
  };
}

export function aPrepareReply(overrides: Partial<PrepareReply> = {}): PrepareReply {
  return {
    profileId: "reviewer",
    model: { provider: "acme", id: "large" },
    thinkingLevel: "high",
    systemPrompt: "Be exact.",
    messages: [
      { role: "user", content: [{ type: "text", text: "Hello." }], source: "prompt-stack" },
      { role: "user", content: [{ type: "text", text: "Look." }], protectedTask: true, source: "delegated-task" },
    ],
    effectiveToolIds: ["pi.read"],
    effectiveToolNames: ["read"],
    diagnostics: [],
    profileSnapshot: aSnapshot(),
    preparedAt: "2026-01-02T03:04:05.678Z",
    ...overrides,
  };
}

export function someHandlers(overrides: Partial<PortHandlers> = {}): PortHandlers {
  return {
    listProfiles: () => success([]),
    resolveProfile: () => success(aSnapshot()),
    prepare: () => success(aPrepareReply()),
    ...overrides,
  };
}
