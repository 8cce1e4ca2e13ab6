import { type Static, Type } from "@sinclair/typebox";
import { AccessRequest } from "../access.ts";
import { Fingerprint, OpaqueId } from "../identifiers.ts";
import { LimitsRequest } from "../limits.ts";
import { MediaReference } from "../runtime/execution-intent.ts";
import { SelectedContext } from "./selected-context.ts";

export const ResultProjection = Type.Object({
  /** Characters of the answer that reach the asker's conversation. */
  maxChars: Type.Integer({ minimum: 1 }),
});
export type ResultProjection = Static<typeof ResultProjection>;

export const AgentRequest = Type.Object({
  schemaVersion: Type.Literal(1),
  requestId: OpaqueId,
  profileId: OpaqueId,
  expectedProfileFingerprint: Type.Optional(Fingerprint),
  input: Type.Object({ text: Type.String(), media: Type.Optional(Type.Array(MediaReference)) }),
  selectedContext: Type.Optional(SelectedContext),
  access: AccessRequest,
  limits: LimitsRequest,
  resultProjection: ResultProjection,
  parent: Type.Object({
    runId: Type.Optional(OpaqueId),
    sessionId: Type.Optional(OpaqueId),
    depth: Type.Integer({ minimum: 0 }),
    maxDepth: Type.Integer({ minimum: 1 }),
  }),
  remoteEgressConsent: Type.Boolean(),
});
export type AgentRequest = Static<typeof AgentRequest>;
