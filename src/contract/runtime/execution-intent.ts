import { type Static, Type } from "@sinclair/typebox";
import { AccessRequest } from "../access.ts";
import { accessRequestCheck } from "../access-request-check.ts";
import { checker, placeOf } from "../check.ts";
import { type Diagnostic, error } from "../diagnostic.ts";
import { Fingerprint, imageMimePattern, OpaqueId } from "../identifiers.ts";
import { LimitsRequest, limitsRequestCheck } from "../limits.ts";
import { ModelReference, modelReferenceCheck, ThinkingLevel } from "../model.ts";
import { repeated } from "../repeated.ts";

export const MediaReference = Type.Object({
  id: OpaqueId,
  kind: Type.Literal("image"),
  mimeType: Type.String({ pattern: imageMimePattern }),
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

export const executionIntentCheck = checker(ExecutionIntent, {
  codes: {
    "": "intent.type",
    schemaVersion: "intent.schema-version",
    thinkingLevel: "intent.thinking-level",
    requestedTools: "array.string",
    media: "intent.media",
    "media[]": "intent.media-item",
    "media[].kind": "intent.media-kind",
    "media[].mimeType": "intent.media-mime",
    remoteEgressConsent: "intent.egress-consent",
    provenance: "intent.provenance",
  },
  parts: { model: modelReferenceCheck, access: accessRequestCheck, limits: limitsRequestCheck },
  rules: (when) => [
    when(["requestedTools"], function* ({ requestedTools }, at) {
      for (const [index, name] of repeated(requestedTools)) {
        yield error("array.duplicate", `Tool "${name}" is requested twice.`, placeOf(at, ["requestedTools", index]));
      }
    }),
    when(["media"], function* ({ media }, at) {
      for (const [index, id] of repeated(media.map((each) => each.id))) {
        yield error("intent.media-duplicate", `Media "${id}" is attached twice.`, placeOf(at, ["media", index, "id"]));
      }
    }),
  ],
});

export function checkExecutionIntent(intent: unknown): Diagnostic[] {
  return executionIntentCheck.diagnose(intent);
}
