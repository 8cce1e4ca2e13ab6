import type { ApprovalSubject } from "./approval/approver.ts";
import { frozenIfJson } from "./contract/frozen.ts";
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
  return frozenIfJson({
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
  });
}

/** What was asked, as whoever decides is shown it. */
export function askedFor({
  asker,
  task,
  selectedContext,
  edited,
}: Delegation): Pick<ApprovalSubject, "asker" | "task" | "attached" | "edited"> {
  const bytes = new Map<string, number>();
  for (const { text, provenance } of selectedContext?.items ?? []) {
    bytes.set(provenance.source, (bytes.get(provenance.source) ?? 0) + utf8.encode(text).length);
  }
  const attached = [...bytes].map(([source, size]) => ({ source, bytes: size }));
  return { asker, task, ...(attached.length === 0 ? {} : { attached }), ...(edited ? { edited } : {}) };
}

const utf8 = new TextEncoder();

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

function effectiveModel(delegation: Delegation, snapshot: AgentProfileSnapshot): ModelReference {
  return delegation.overrides.model ?? snapshot.profile.model;
}
