import { type Static, Type } from "@sinclair/typebox";
import { AccessRequest } from "../access.ts";
import { accessRequestCheck } from "../access-request-check.ts";
import { checker, placeOf } from "../check.ts";
import { type Diagnostic, error } from "../diagnostic.ts";
import { Fingerprint, OpaqueId } from "../identifiers.ts";
import { LimitsRequest, limitsRequestCheck } from "../limits.ts";
import { MediaReference } from "../runtime/execution-intent.ts";
import { SelectedContext, selectedContextCheck } from "./selected-context.ts";

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

const inputCheck = checker(AgentRequest.properties.input, {
  codes: {
    "": "request.input",
    text: "request.input-text",
    media: "request.media",
    "media[]": "request.media-item",
    "media[].kind": "request.media-kind",
    "media[].mimeType": "request.media-mime",
  },
  whole({ text, media = [] }, at) {
    if (text.trim() !== "" || media.length > 0) return [];
    return [error("request.empty-task", "The task is empty: say what should be done.", at)];
  },
});

const parentCheck = checker(AgentRequest.properties.parent, {
  codes: { "": "request.parent", depth: "request.depth", maxDepth: "request.max-depth" },
  rules: (when) => [
    when(["depth", "maxDepth"], function* ({ depth, maxDepth }, at) {
      if (depth < maxDepth) return;
      const message = `Delegation is ${depth} deep already, and at most ${maxDepth} is allowed.`;
      yield error("request.depth-limit", message, placeOf(at, ["depth"]));
    }),
  ],
});

export const agentRequestCheck = checker(AgentRequest, {
  codes: {
    "": "request.type",
    schemaVersion: "request.schema-version",
    resultProjection: "request.result-projection",
    remoteEgressConsent: "request.egress-consent",
  },
  parts: {
    input: inputCheck,
    selectedContext: selectedContextCheck,
    access: accessRequestCheck,
    limits: limitsRequestCheck,
    parent: parentCheck,
  },
});

export function validateAgentRequest(request: unknown): Diagnostic[] {
  return agentRequestCheck.diagnose(request);
}
