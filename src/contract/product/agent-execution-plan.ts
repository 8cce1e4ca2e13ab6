import { type Static, Type } from "@sinclair/typebox";
import { AccessReceipt } from "../access.ts";
import { PreparedMessage } from "../conversation.ts";
import { Fingerprint, OpaqueId } from "../identifiers.ts";
import { LimitsReceipt } from "../limits.ts";
import { ModelReference, ThinkingLevel } from "../model.ts";
import { AcceptedPreflight } from "../runtime/preflight.ts";
import { ResultProjection } from "./agent-request.ts";
import { AgentProfileSnapshot } from "./profile-snapshot.ts";
import { ContextReceipt } from "./selected-context.ts";

/** The host's side of a sealed plan: it carries the fingerprints that the runtime issued and computes neither. */
export const AgentExecutionPlan = Type.Object({
  schemaVersion: Type.Literal(1),
  runId: OpaqueId,
  requestId: OpaqueId,
  backendId: OpaqueId,
  preflightId: OpaqueId,
  preflight: AcceptedPreflight,
  profile: AgentProfileSnapshot,
  model: ModelReference,
  thinkingLevel: ThinkingLevel,
  systemPrompt: Type.String(),
  messages: Type.Array(PreparedMessage),
  effectiveToolIds: Type.Array(OpaqueId),
  access: AccessReceipt,
  limits: LimitsReceipt,
  contextBudget: Type.Optional(ContextReceipt),
  resultProjection: ResultProjection,
  promptRuntimeFingerprint: Fingerprint,
  conversationFingerprint: Fingerprint,
  executionFingerprint: Fingerprint,
});
export type AgentExecutionPlan = Static<typeof AgentExecutionPlan>;
