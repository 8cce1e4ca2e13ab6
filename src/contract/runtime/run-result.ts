import { type Static, Type } from "@sinclair/typebox";
import { AccessReceipt } from "../access.ts";
import type { Diagnostic } from "../diagnostic.ts";
import { Fingerprint, OpaqueId } from "../identifiers.ts";
import type { JsonValue } from "../json.ts";
import { LimitName, LimitsReceipt } from "../limits.ts";
import { ModelReference } from "../model.ts";
import { Usage } from "../usage.ts";

export const RunOutput = Type.Object({
  /** The answer as the model gave it: never redacted, never rewritten. */
  text: Type.String(),
  /** True for everything that is not a finished answer. */
  partial: Type.Boolean(),
  /** Hex SHA-256 of the UTF-8 text, when the backend computed one. */
  sha256: Type.Optional(Type.String()),
  /** The provider stopped because of its own output limit. */
  stoppedByLength: Type.Optional(Type.Boolean()),
});
export type RunOutput = Static<typeof RunOutput>;

export const errorClasses = ["auth", "rate-limit", "overloaded", "network", "provider", "protocol", "process"] as const;
export const RunError = Type.Object({
  code: Type.String(),
  /** Sanitised and capped. */
  message: Type.String(),
  retryable: Type.Boolean(),
  class: Type.Optional(
    Type.Union([
      Type.Literal("auth"),
      Type.Literal("rate-limit"),
      Type.Literal("overloaded"),
      Type.Literal("network"),
      Type.Literal("provider"),
      Type.Literal("protocol"),
      Type.Literal("process"),
    ]),
  ),
});
export type RunError = Static<typeof RunError>;

/** What a backend hands back when it settles; the runtime adds identity, duration and fingerprints from the plan. */
export const BackendResult = Type.Object({
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
  /** The backend's own account of the run: plain JSON of at most 1 MiB, passed through unread. Evidence, not enforcement. */
  report: Type.Optional(Type.Unsafe<JsonValue>(Type.Unknown())),
});
export type BackendResult = Static<typeof BackendResult>;

export const RunResult = Type.Object({
  ...BackendResult.properties,
  schemaVersion: Type.Literal(1),
  runId: OpaqueId,
  preparedRunId: OpaqueId,
  backendId: OpaqueId,
  conversationFingerprint: Fingerprint,
  executionFingerprint: Fingerprint,
  model: ModelReference,
  effectiveToolIds: Type.Array(OpaqueId),
  /** Milliseconds by the host's clock. */
  durationMs: Type.Number({ minimum: 0 }),
  /** What the runtime noticed beside the ending, for example a backend that it had to give up. */
  diagnostics: Type.Optional(Type.Array(Type.Unsafe<Diagnostic>(Type.Unknown()))),
});
export type RunResult = Static<typeof RunResult>;
