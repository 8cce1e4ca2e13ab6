import { expect, expectTypeOf, test } from "vitest";
import type {
  AgentExecutionPlan,
  AgentProfileSnapshot,
  AgentRequest,
  AgentResponse,
  BackendPreflightResult,
  ForgeBackendFacts,
  ForgeHostClient,
  ForgeHostSession,
  ForgeHostTransport,
  ForgeProfileSummary,
  ForgePromptAccessFacts,
  ForgeWorkspace,
} from "../src/subagent.ts";
import * as entry from "../src/subagent.ts";

/** Adding to it is a promise, and removing from it breaks somebody. */
const names = [
  "AcceptedPreflight",
  "AccessCapabilities",
  "AccessReceipt",
  "AccessRequest",
  "AgentExecutionPlan",
  "AgentProfile",
  "AgentProfileSnapshot",
  "AgentRequest",
  "AgentResponse",
  "Artifact",
  "BackendDescriptor",
  "BackendPreflightResult",
  "CatalogTool",
  "ContentPart",
  "ContextItem",
  "ContextReceipt",
  "Conversation",
  "ConversationMessage",
  "FORGE_HOST_CHANNEL",
  "FORGE_HOST_PORT_VERSION",
  "ForgeHostPortError",
  "ForgeProfileSummary",
  "LimitCapabilities",
  "LimitsReceipt",
  "LimitsRequest",
  "MessageRole",
  "ModelReference",
  "PrepareReply",
  "PrepareRequest",
  "PreparedMessage",
  "ProfileDependency",
  "ProfileSummary",
  "PromptRuntime",
  "PromptStack",
  "RegexRule",
  "RejectedPreflight",
  "ResolveProfileRequest",
  "ResourcePolicy",
  "SUBAGENT_FINGERPRINT_PREFIX",
  "SelectedContext",
  "StackBlock",
  "StackSlot",
  "ThinkingLevel",
  "ToolEffect",
  "Trace",
  "Usage",
  "agentProfileFingerprint",
  "analyseTemplate",
  "budgetSubagentContext",
  "canonicalProfileId",
  "canonicalSubagentJson",
  "compilePromptStack",
  "connectForgeHost",
  "createAgentExecutionPlan",
  "createForgeHost",
  "createForgeHostClient",
  "createPortServer",
  "delegationPolicy",
  "filterToolsByPolicy",
  "findProfile",
  "forgeDirectories",
  "keepOneHost",
  "keepsProtectedTask",
  "loadDelegationSettings",
  "loadExtensionModules",
  "loadForgeWorkspace",
  "negotiateSubagentTools",
  "parseAgentProfile",
  "parseProfileSelector",
  "parsePromptStack",
  "portBounds",
  "prepareSubagentHostPlan",
  "prepareSubagentInitialMessages",
  "promptRuntimeFingerprint",
  "protectedTask",
  "renderSubagentSelectedContext",
  "resolveSubagentHostProfile",
  "sanitiseJson",
  "sanitiseText",
  "serialiseAgentProfile",
  "serialisePromptStack",
  "subagentFingerprint",
  "subagentPromptStackFingerprint",
  "subagentSourceProfileFingerprint",
  "validateAccessReceipt",
  "validateAccessRequest",
  "validateAgentExecutionPlan",
  "validateAgentProfileSnapshot",
  "validateAgentRequest",
  "validateAgentResponse",
  "validateArtifact",
  "validateBackendDescriptor",
  "validateBackendPreflight",
  "validateLimitsReceipt",
  "validateLimitsRequest",
  "validatePromptRuntime",
  "validateSelectedContext",
  "validateTrace",
  "validateUsage",
];

test("exports exactly what it promises", () => {
  expect(Object.keys(entry).sort()).toEqual([...names].sort());
});

test("holds every function that the seeds name", () => {
  const seeds = [
    "agentProfileFingerprint",
    "resolveSubagentHostProfile",
    "negotiateSubagentTools",
    "budgetSubagentContext",
    "renderSubagentSelectedContext",
    "prepareSubagentInitialMessages",
    "createAgentExecutionPlan",
    "prepareSubagentHostPlan",
    "validateAgentRequest",
    "validateAgentProfileSnapshot",
    "validateBackendPreflight",
    "validateAgentExecutionPlan",
    "validateAgentResponse",
    "validateArtifact",
    "validateTrace",
    "validateAccessRequest",
    "validateAccessReceipt",
    "validateLimitsRequest",
    "validateLimitsReceipt",
    "validatePromptRuntime",
    "validateBackendDescriptor",
    "protectedTask",
    "keepsProtectedTask",
    "canonicalSubagentJson",
    "subagentFingerprint",
    "subagentSourceProfileFingerprint",
    "subagentPromptStackFingerprint",
    "promptRuntimeFingerprint",
    "SUBAGENT_FINGERPRINT_PREFIX",
    "FORGE_HOST_PORT_VERSION",
    "FORGE_HOST_CHANNEL",
    "ForgeHostPortError",
    "parseAgentProfile",
    "parsePromptStack",
    "compilePromptStack",
    "filterToolsByPolicy",
    "parseProfileSelector",
    "loadDelegationSettings",
    "createForgeHost",
  ];
  expect(Object.keys(entry)).toEqual(expect.arrayContaining(seeds));
});

test("holds every type that the seeds name", () => {
  expectTypeOf<
    | AgentExecutionPlan
    | AgentProfileSnapshot
    | AgentRequest
    | AgentResponse
    | BackendPreflightResult
    | ForgeBackendFacts
    | ForgeHostClient
    | ForgeHostSession
    | ForgeHostTransport
    | ForgeProfileSummary
    | ForgePromptAccessFacts
    | ForgeWorkspace
  >().toBeObject();
});

test("the older profile fingerprint is the profile's JSON", () => {
  const { profile } = entry.parseAgentProfile({ id: "a" }, { fallbackId: "a" });
  expect(entry.agentProfileFingerprint(profile)).toBe(JSON.stringify(profile));
});
