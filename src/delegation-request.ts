import type { ModelReference } from "./contract/model.ts";
import type { AgentRequest } from "./contract/product/agent-request.ts";
import type { AgentProfileSnapshot } from "./contract/product/profile-snapshot.ts";
import type { ExecutionIntent } from "./contract/runtime/execution-intent.ts";
import type { Delegation, DelegationTerms } from "./delegation.ts";

/** Every run of this product reads one workspace, as the user, and may contact the chosen provider. */
export function agentRequest(
  delegation: Delegation,
  terms: DelegationTerms,
  snapshot: AgentProfileSnapshot,
  requestId: string,
): AgentRequest {
  return {
    schemaVersion: 1,
    requestId,
    profileId: snapshot.profileId,
    expectedProfileFingerprint: snapshot.profileFingerprint,
    input: { text: delegation.task },
    ...(delegation.selectedContext ? { selectedContext: delegation.selectedContext } : {}),
    access: {
      level: "read-only",
      executionBoundary: "shared-user",
      workspaces: [{ handle: "project", mode: "read-only" }],
      workingDirectory: { workspaceHandle: "project", path: "." },
      network: "allow",
    },
    limits: terms.limits,
    resultProjection: { maxChars: terms.resultMaxChars },
    parent: { ...(delegation.sessionId ? { sessionId: delegation.sessionId } : {}), depth: 0, maxDepth: 1 },
    remoteEgressConsent: true,
  };
}

export function executionIntent(
  delegation: Delegation,
  request: AgentRequest,
  snapshot: AgentProfileSnapshot,
  requestedTools: readonly string[],
): ExecutionIntent {
  return {
    schemaVersion: 1,
    model: effectiveModel(delegation, snapshot),
    thinkingLevel: snapshot.profile.thinkingLevel,
    requestedTools: [...requestedTools],
    access: request.access,
    limits: request.limits,
    media: request.input.media ?? [],
    remoteEgressConsent: request.remoteEgressConsent,
    provenance: {
      profileId: snapshot.profileId,
      profile: snapshot.profileFingerprint,
      ...(snapshot.promptStackId === null ? {} : { promptStackId: snapshot.promptStackId }),
      ...(snapshot.promptStackFingerprint === null ? {} : { promptStack: snapshot.promptStackFingerprint }),
    },
  };
}

export function effectiveModel(delegation: Delegation, snapshot: AgentProfileSnapshot): ModelReference {
  return delegation.overrides.model ?? snapshot.profile.model;
}
