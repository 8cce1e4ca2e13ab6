import { type Static, Type } from "@sinclair/typebox";
import { AccessReceipt } from "../access.ts";
import { accessReceiptCheck } from "../access-receipt-check.ts";
import { checker, placeOf } from "../check.ts";
import { type Diagnostic, error } from "../diagnostic.ts";
import { type EndingCodes, endingProblems } from "../ending.ts";
import { Fingerprint, OpaqueId } from "../identifiers.ts";
import { LimitName, LimitsReceipt, limitsReceiptCheck } from "../limits.ts";
import { ModelReference, modelReferenceCheck } from "../model.ts";
import { repeated } from "../repeated.ts";
import { ResultStatus, RunError, RunOutput } from "../runtime/run-result.ts";
import { Usage, usageCheck } from "../usage.ts";
import type { AgentExecutionPlan } from "./agent-execution-plan.ts";
import { Artifact, artifactCheck, Trace, traceCheck } from "./artifact.ts";
import { responseAgreement } from "./response-agreement.ts";

/** One provider request as the child itself reports it: the parent does not see the wire. */
const ReportedRequest = Type.Object({
  number: Type.Integer({ minimum: 1 }),
  /** Hex SHA-256 of the payload's JSON text. */
  payloadDigest: Type.String(),
  /** What was compared with the seal and held. */
  verified: Type.Array(Type.String()),
});

const ReportedTurn = Type.Object({
  input: Type.Number(),
  output: Type.Number(),
  total: Type.Number(),
  cost: Type.Number(),
});

/** The child's own account. It is evidence, not enforcement. */
export const ChildReport = Type.Object({
  requests: Type.Array(ReportedRequest),
  blockedToolCalls: Type.Integer(),
  refusedPaths: Type.Array(Type.String()),
  filesRead: Type.Array(Type.String()),
  forcedExit: Type.Boolean(),
  /** What each turn used, in order. */
  usageByTurn: Type.Optional(Type.Array(ReportedTurn)),
});
export type ChildReport = Static<typeof ChildReport>;

/** As a run's error; other producers of responses need not know whether a retry makes sense. */
const ResponseError = Type.Object({ ...RunError.properties, retryable: Type.Optional(Type.Boolean()) });

export const AgentResponse = Type.Object({
  schemaVersion: Type.Literal(1),
  requestId: OpaqueId,
  runId: OpaqueId,
  backendId: OpaqueId,
  profileFingerprint: Fingerprint,
  executionFingerprint: Fingerprint,
  model: ModelReference,
  effectiveToolIds: Type.Array(OpaqueId),
  status: ResultStatus,
  output: Type.Optional(RunOutput),
  error: Type.Optional(ResponseError),
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

const enforcementCheck = checker(AgentResponse.properties.enforcement, {
  codes: { "": "response.enforcement" },
  parts: { access: accessReceiptCheck, limits: limitsReceiptCheck },
});

const endingCodes: EndingCodes = {
  missing: {
    error: "response.failed-error",
    reason: "response.reason",
    enforcedTimeoutMs: "response.timeout",
    reachedLimit: "response.reached-limit",
  },
  forbidden: (status, field) =>
    status === "completed"
      ? { code: "response.completed-fields", field: "status" }
      : { code: "response.forbidden-field", field },
  completedPartial: "response.completed-partial",
  partial: "response.partial",
};

const agentResponseCheck = checker(AgentResponse, {
  codes: {
    "": "response.type",
    schemaVersion: "response.schema-version",
    effectiveToolIds: "response.tools",
    status: "response.status",
    output: "response.output",
    error: "response.failed-error",
    reason: "response.reason",
    enforcedTimeoutMs: "response.timeout",
    reachedLimit: "response.reached-limit",
    durationMs: "response.duration",
    artifacts: "response.artifacts",
    childReport: "response.child-report",
  },
  parts: {
    model: modelReferenceCheck,
    usage: usageCheck,
    enforcement: enforcementCheck,
    "artifacts[]": artifactCheck,
    trace: traceCheck,
  },
  rules: (when) => [
    when(["effectiveToolIds"], function* ({ effectiveToolIds }, at) {
      for (const [index, id] of repeated(effectiveToolIds)) {
        yield error("response.tools", `Tool "${id}" is listed twice.`, placeOf(at, ["effectiveToolIds", index]));
      }
    }),
    when(["status", "output", "error", "reason", "enforcedTimeoutMs", "reachedLimit"], (response, at) =>
      endingProblems(response, endingCodes, at),
    ),
    when(["trace", "backendId"], function* ({ trace, backendId }, at) {
      if (!trace || trace.backendId === backendId) return;
      const message = `The trace is of backend "${trace.backendId}", the response of "${backendId}".`;
      yield error("response.trace-backend", message, placeOf(at, ["trace", "backendId"]));
    }),
  ],
});

const childReportCheck = checker(ChildReport, { codes: { "": "response.child-report" } });

/** A backend's report as the child's account, when it is one; evidence that cannot be read is no reason to fail a run. */
export function readChildReport(report: unknown): ChildReport | undefined {
  return childReportCheck.examine(report).value;
}

/** Requests went out and none was counted: servers count at the end of an answer, which one that was cut short never had. */
export function isUsageUnknown({ childReport, usage }: Pick<AgentResponse, "childReport" | "usage">): boolean {
  return childReport !== undefined && childReport.requests.length > 0 && !usage?.tokens?.total;
}

/** What a run took, or that nobody said it. */
export function spentBy(response: Pick<AgentResponse, "childReport" | "usage">): Spent {
  if (isUsageUnknown(response)) return { tokensUnknown: true };
  const { tokens, cost } = response.usage ?? {};
  return { ...(tokens === undefined ? {} : { tokens: tokens.total }), ...(cost === undefined ? {} : { cost }) };
}

export interface Spent {
  readonly tokens?: number;
  /** Requests were made, and nobody said what they took. */
  readonly tokensUnknown?: true;
  readonly cost?: { readonly amount: number; readonly currency: string };
}

/** A response by itself and, when given, against the plan that was run. */
export function validateAgentResponse(response: unknown, plan?: AgentExecutionPlan): Diagnostic[] {
  const { diagnostics, value } = agentResponseCheck.examine(response);
  return plan && value ? [...diagnostics, ...responseAgreement(value, plan)] : [...diagnostics];
}
