import { type Static, Type } from "@sinclair/typebox";
import { AccessRequest } from "../access.ts";
import { Fingerprint, OpaqueId } from "../identifiers.ts";
import { LimitsRequest } from "../limits.ts";
import { ModelReference, ThinkingLevel } from "../model.ts";

export const MediaReference = Type.Object({
  id: OpaqueId,
  kind: Type.Literal("image"),
  mimeType: Type.String(),
  digest: Fingerprint,
  resourceHandle: OpaqueId,
});
export type MediaReference = Static<typeof MediaReference>;

/** What a host asks a backend for, before anything is compiled. */
export const ExecutionIntent = Type.Object({
  schemaVersion: Type.Literal(1),
  model: ModelReference,
  thinkingLevel: ThinkingLevel,
  /** Names, in catalogue order. The backend's preflight must offer every one. */
  requestedTools: Type.Array(OpaqueId),
  access: AccessRequest,
  limits: LimitsRequest,
  media: Type.Array(MediaReference),
  remoteEgressConsent: Type.Boolean(),
  /** Where the conversation comes from: `profile`, `profileId`, `promptStack`, `promptStackId`. */
  provenance: Type.Record(Type.String(), Type.String()),
});
export type ExecutionIntent = Static<typeof ExecutionIntent>;
