import type { Conversation } from "../../src/contract/conversation.ts";
import type { AgentRequest } from "../../src/contract/product/agent-request.ts";
import type { ExecutionPlanInput } from "../../src/contract/product/execution-plan-input.ts";
import {
  subagentPromptStackFingerprint,
  subagentSourceProfileFingerprint,
} from "../../src/contract/product/fingerprints.ts";
import { prepareSubagentInitialMessages } from "../../src/contract/product/initial-messages.ts";
import type { AgentProfileSnapshot } from "../../src/contract/product/profile-snapshot.ts";
import { conversationFingerprint } from "../../src/contract/runtime/conversation.ts";
import type { ExecutionIntent } from "../../src/contract/runtime/execution-intent.ts";
import type { AcceptedPreflight } from "../../src/contract/runtime/preflight.ts";
import { type PromptRuntime, promptRuntimeFingerprint } from "../../src/contract/runtime/prompt-runtime.ts";
import { executionFingerprint, type SealedPlan } from "../../src/contract/runtime/sealed-plan.ts";
import { golden } from "./golden.ts";

const recorded = golden<{ request: AgentRequest; cases: [{ input: AcceptedPreflight }] }>("contract-preflight");

export function aRequest(overrides: Partial<AgentRequest> = {}): AgentRequest {
  return { ...structuredClone(recorded.request), ...overrides };
}

export function anAcceptedPreflight(overrides: Partial<AcceptedPreflight> = {}): AcceptedPreflight {
  return { ...structuredClone(recorded.cases[0].input), ...overrides };
}

export function aSnapshot(overrides: Partial<AgentProfileSnapshot> = {}): AgentProfileSnapshot {
  const profile = {
    schemaVersion: 1,
    type: "pi-forge.agent-profile",
    id: "p",
    model: { provider: "acme", id: "m" },
    thinkingLevel: "high",
    promptStack: "s",
  } as const;
  const promptStack = { id: "s", tools: { allow: ["read"] }, items: [] };
  return {
    schemaVersion: 1,
    profileId: "project:p",
    profile,
    promptStackId: "project:s",
    promptStack,
    dependencies: [],
    profileFingerprint: subagentSourceProfileFingerprint(profile),
    promptStackFingerprint: subagentPromptStackFingerprint(promptStack),
    ...overrides,
  };
}

export function anIntent(overrides: Partial<ExecutionIntent> = {}): ExecutionIntent {
  const { access, limits } = aRequest();
  return {
    schemaVersion: 1,
    model: { provider: "acme", id: "m" },
    thinkingLevel: "high",
    requestedTools: ["read"],
    access,
    limits,
    media: [],
    remoteEgressConsent: true,
    provenance: { profileId: "project:p", profile: "sha256:v1:0" },
    ...overrides,
  };
}

export function aPromptRuntime(overrides: Partial<PromptRuntime> = {}): PromptRuntime {
  const runtime = {
    fidelity: "backend-assisted" as const,
    baseSystemPrompt: "",
    preparedAt: "2026-01-02T03:04:05.678Z",
    model: { provider: "acme", id: "m" },
    options: { cwd: "/project", contextFiles: [], skills: [] },
    ...overrides,
  };
  return { ...runtime, promptRuntimeFingerprint: promptRuntimeFingerprint(runtime) };
}

export function aConversation(overrides: Partial<Conversation> = {}): Conversation {
  return {
    systemPrompt: "You review.",
    messages: [
      { role: "assistant", content: [{ type: "text", text: "Ready." }] },
      { role: "user", content: [{ type: "text", text: "Do it" }] },
    ],
    ...overrides,
  };
}

export function aSealedPlan(overrides: Partial<SealedPlan> = {}): SealedPlan {
  const preflight = overrides.preflight ?? anAcceptedPreflight();
  const conversation = overrides.conversation ?? aConversation();
  const plan = {
    schemaVersion: 1 as const,
    preparedRunId: "prepared:1",
    backendId: preflight.backend.id,
    preflightId: preflight.preflightId,
    intent: anIntent(),
    preflight,
    promptRuntime: aPromptRuntime(),
    conversation,
    effectiveTools: preflight.toolCatalog.slice(0, 1),
    conversationFingerprint: conversationFingerprint(conversation),
    ...overrides,
  };
  return { ...plan, executionFingerprint: executionFingerprint(plan) };
}

export function aPlanInput(overrides: Partial<ExecutionPlanInput> = {}): ExecutionPlanInput {
  const request = overrides.request ?? aRequest();
  const snapshot = overrides.snapshot ?? aSnapshot();
  const stackMessages = [
    {
      role: "assistant" as const,
      content: [{ type: "text" as const, text: "Ready." }],
      source: "prompt-stack" as const,
    },
  ];
  const initial = prepareSubagentInitialMessages(request, stackMessages);
  const messages = initial.messages.map(({ role, content }) => ({ role, content }));
  return {
    request,
    snapshot,
    sealed: aSealedPlan({ conversation: { systemPrompt: "You review.", messages } }),
    preparation: {
      profileId: "project:p",
      systemPrompt: "You review.",
      effectiveToolIds: ["pi.read"],
      effectiveToolNames: ["read"],
      diagnostics: [],
      profileSnapshot: snapshot,
    },
    initial,
    ...overrides,
  };
}
