import { type Static, Type } from "@sinclair/typebox";
import { AccessReceipt } from "../access.ts";
import { Fingerprint, namespacePattern, OpaqueId } from "../identifiers.ts";
import { LimitName, LimitsReceipt } from "../limits.ts";
import { ModelReference } from "../model.ts";
import { RunError, RunOutput } from "../runtime/run-result.ts";
import { Usage } from "../usage.ts";

export const Artifact = Type.Object({
  id: OpaqueId,
  workspaceNamespace: Type.String({ pattern: namespacePattern }),
  path: Type.String(),
  authorization: Type.Union([Type.Literal("read"), Type.Literal("write")]),
  lifetime: Type.Union([Type.Literal("run"), Type.Literal("session"), Type.Literal("persistent")]),
  cleanup: Type.Union([Type.Literal("backend"), Type.Literal("host"), Type.Literal("user")]),
});
export type Artifact = Static<typeof Artifact>;

export const Trace = Type.Object({
  handle: OpaqueId,
  backendId: OpaqueId,
  authorizationScope: Type.String({ pattern: namespacePattern }),
  /** Exactly as `toISOString` writes it. */
  expiresAt: Type.String(),
});
export type Trace = Static<typeof Trace>;

/** One provider request as the child itself reports it: the parent does not see the wire. */
export const ReportedRequest = Type.Object({
  number: Type.Integer({ minimum: 1 }),
  /** Hex SHA-256 of the payload's JSON text. */
  payloadDigest: Type.String(),
  /** What was compared with the seal and held. */
  verified: Type.Array(Type.String()),
});
export type ReportedRequest = Static<typeof ReportedRequest>;

/** The child's own account. It is evidence, not enforcement. */
export const ChildReport = Type.Object({
  requests: Type.Array(ReportedRequest),
  blockedToolCalls: Type.Integer(),
  refusedPaths: Type.Array(Type.String()),
  filesRead: Type.Array(Type.String()),
  forcedExit: Type.Boolean(),
});
export type ChildReport = Static<typeof ChildReport>;

export const responseStatuses = ["completed", "failed", "cancelled", "timed-out", "limit-reached"] as const;

export const AgentResponse = Type.Object({
  schemaVersion: Type.Literal(1),
  requestId: OpaqueId,
  runId: OpaqueId,
  backendId: OpaqueId,
  profileFingerprint: Fingerprint,
  executionFingerprint: Fingerprint,
  model: ModelReference,
  effectiveToolIds: Type.Array(OpaqueId),
  status: Type.Union([
    Type.Literal("completed"),
    Type.Literal("failed"),
    Type.Literal("cancelled"),
    Type.Literal("timed-out"),
    Type.Literal("limit-reached"),
  ]),
  output: Type.Optional(RunOutput),
  error: Type.Optional(RunError),
  reason: Type.Optional(Type.String()),
  enforcedTimeoutMs: Type.Optional(Type.Integer({ minimum: 1 })),
  reachedLimit: Type.Optional(LimitName),
  usage: Type.Optional(Usage),
  enforcement: Type.Object({ access: AccessReceipt, limits: LimitsReceipt }),
  durationMs: Type.Number({ minimum: 0 }),
  artifacts: Type.Array(Artifact),
  trace: Type.Optional(Trace),
  childReport: Type.Optional(ChildReport),
});
export type AgentResponse = Static<typeof AgentResponse>;
