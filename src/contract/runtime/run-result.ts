import { type Static, Type } from "@sinclair/typebox";
import { AccessReceipt } from "../access.ts";
import { accessReceiptCheck } from "../access-receipt-check.ts";
import { checker } from "../check.ts";
import { type Diagnostic, error } from "../diagnostic.ts";
import { type EndingCodes, endingProblems } from "../ending.ts";
import { Fingerprint, OpaqueId } from "../identifiers.ts";
import type { JsonValue } from "../json.ts";
import { LimitName, LimitsReceipt, limitsReceiptCheck } from "../limits.ts";
import { ModelReference, modelReferenceCheck } from "../model.ts";
import { sameJson } from "../same-json.ts";
import { Usage, usageCheck } from "../usage.ts";
import type { SealedPlan } from "./sealed-plan.ts";

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

/** How a run ended that was started. */
export const ResultStatus = Type.Union([
  Type.Literal("completed"),
  Type.Literal("failed"),
  Type.Literal("cancelled"),
  Type.Literal("timed-out"),
  Type.Literal("limit-reached"),
]);
export type ResultStatus = Static<typeof ResultStatus>;

/** What a backend hands back when it settles; the runtime adds identity, duration and fingerprints from the plan. */
export const BackendResult = Type.Object({
  status: ResultStatus,
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

const enforcementCheck = checker(RunResult.properties.enforcement, {
  codes: { "": "result.enforcement" },
  parts: { access: accessReceiptCheck, limits: limitsReceiptCheck },
});

const missing = {
  error: "result.error",
  reason: "result.reason",
  enforcedTimeoutMs: "result.timeout",
  reachedLimit: "result.reached-limit",
};
const endingCodes: EndingCodes = {
  missing,
  forbidden: (_status, field) => ({ code: missing[field], field }),
  completedPartial: "result.output-partial",
  partial: "result.output-partial",
};

const runResultCheck = checker(RunResult, {
  codes: {
    "": "result.type",
    schemaVersion: "result.schema-version",
    status: "result.status",
    output: "result.output",
    "output.partial": "result.output-partial",
    error: "result.error",
    "error.retryable": "result.error-retryable",
    reason: "result.reason",
    enforcedTimeoutMs: "result.timeout",
    reachedLimit: "result.reached-limit",
    durationMs: "result.duration",
    effectiveToolIds: "array.string",
  },
  parts: { model: modelReferenceCheck, usage: usageCheck, enforcement: enforcementCheck },
  rules: (when) => [
    when(["status", "output", "error", "reason", "enforcedTimeoutMs", "reachedLimit"], (result, at) =>
      endingProblems(result, endingCodes, at),
    ),
    when(["reachedLimit"], function* ({ reachedLimit }) {
      if (reachedLimit !== "timeoutMs") return;
      yield error(
        "result.reached-limit",
        'A run that took too long is "timed-out", not "limit-reached".',
        "reachedLimit",
      );
    }),
  ],
});

/** A result by itself and against the plan it must be the result of. */
export function checkRunResult(result: unknown, plan: SealedPlan): Diagnostic[] {
  const read = runResultCheck.read(result);
  return read.ok ? [...read.diagnostics, ...planAgreement(read.value, plan)] : [...read.diagnostics];
}

function* planAgreement(result: RunResult, plan: SealedPlan): Generator<Diagnostic> {
  const { preflight } = plan;
  const toolIds = plan.effectiveTools.map((tool) => tool.id);
  const same = (one: unknown, other: unknown, binding: string, place: string) =>
    sameJson(one, other)
      ? []
      : [error(`result.${binding}-binding`, `${place} is not the one of the sealed plan.`, place)];
  yield* same(result.preparedRunId, plan.preparedRunId, "prepared-run", "preparedRunId");
  yield* same(result.backendId, plan.backendId, "backend", "backendId");
  yield* same(result.conversationFingerprint, plan.conversationFingerprint, "conversation", "conversationFingerprint");
  yield* same(result.executionFingerprint, plan.executionFingerprint, "execution", "executionFingerprint");
  yield* same(result.model, preflight.model, "model", "model");
  yield* same(result.effectiveToolIds, toolIds, "tool", "effectiveToolIds");
  yield* same(result.enforcement.access, preflight.access, "enforcement", "enforcement.access");
  yield* same(result.enforcement.limits, preflight.limits, "enforcement", "enforcement.limits");
}
