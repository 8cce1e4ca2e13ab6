import { canonicalCopy, canonicalJson } from "../contract/canonical-json.ts";
import { type Diagnostic, error, hasErrors, warning } from "../contract/diagnostic.ts";
import { BackendResult, checkRunResult, type RunResult } from "../contract/runtime/run-result.ts";
import type { SealedPlan } from "../contract/runtime/sealed-plan.ts";
import type { Ending } from "./arbiter.ts";

/** What is known once a run is over. */
export interface Settlement {
  readonly plan: SealedPlan;
  readonly runId: string;
  readonly durationMs: number;
  readonly ending: Ending;
  /** What the backend handed back, if it did; of a run that something else ended, the part to keep. */
  readonly said: BackendResult | undefined;
  /** Why the backend could not release what it held. */
  readonly cleanupFailure: string | undefined;
  /** What else goes on record. */
  readonly diagnostics: readonly Diagnostic[];
}

type Verdict = Pick<BackendResult, "status" | "error" | "reason" | "enforcedTimeoutMs">;

const maxReportLength = 1024 * 1024;
const backendFields: ReadonlySet<string> = new Set(Object.keys(BackendResult.properties));

/** The one result of a run. Identity, duration and fingerprints come from the plan, never from the backend. */
export function runResult(settlement: Settlement): RunResult {
  const { ending, cleanupFailure } = settlement;
  if (cleanupFailure !== undefined) {
    const message = `The backend could not clean up after the run: ${cleanupFailure}.`;
    return interrupted(settlement, failed("execution.cleanup-error", message));
  }
  switch (ending.kind) {
    case "settled":
      return settled(settlement);
    case "broken":
      return interrupted(settlement, failed(ending.code, ending.message));
    case "cancelled":
      return interrupted(settlement, { status: "cancelled", reason: ending.reason });
    case "timed-out":
      return interrupted(settlement, {
        status: "timed-out",
        reason: "host timeout",
        enforcedTimeoutMs: ending.afterMs,
      });
    case "overdue": {
      const message = `The backend did not settle within ${ending.afterMs} ms and was given up.`;
      return interrupted(settlement, failed("execution.backend-unsettled", message));
    }
  }
}

function failed(code: string, message: string): Verdict {
  return { status: "failed", error: { code, message, retryable: false } };
}

/** The backend's own result, if it is one for this plan. */
function settled(settlement: Settlement): RunResult {
  const said = plainFields(settlement.said);
  if (said === undefined) {
    return interrupted(settlement, failed("execution.invalid-result", "The backend's result is not plain JSON."));
  }
  const { report: _, ...fields } = said;
  const result: RunResult = { ...fields, ...identity(settlement) };
  const problems = [...checkRunResult(result, settlement.plan), ...ownEnding(said, settlement.plan)];
  if (!hasErrors(problems)) return withReport(settlement, result);
  const summary = problems.slice(0, 5).map((each) => `${each.code} at ${each.path ?? "$"}`);
  const message = `The backend's result is not valid for this plan: ${summary.join(", ")}.`;
  return interrupted(settlement, failed("execution.invalid-result", message));
}

/** A backend may end a run by a limit only where its receipt says that it enforces it itself. */
function* ownEnding(said: BackendResult, { preflight }: SealedPlan): Generator<Diagnostic> {
  const { status, enforcedTimeoutMs, reachedLimit } = said;
  const timeout = preflight.limits.timeoutMs;
  if (status === "timed-out" && (timeout?.enforcement !== "backend-hard" || timeout.value !== enforcedTimeoutMs)) {
    yield error("result.timeout-binding", "The backend did not promise this timeout.", "enforcedTimeoutMs");
  }
  if (status !== "limit-reached" || reachedLimit === undefined) return;
  if (preflight.limits[reachedLimit]?.enforcement !== "backend-hard") {
    yield error("result.limit-binding", `The backend did not promise to enforce ${reachedLimit}.`, "reachedLimit");
  }
}

/** Keeps what the backend handed back and is valid: the text so far, marked partial, and the usage. */
function interrupted(settlement: Settlement, verdict: Verdict): RunResult {
  const { access, limits } = settlement.plan.preflight;
  let result: RunResult = { ...verdict, ...identity(settlement), enforcement: { access, limits } };
  for (const field of keptFields(plainFields(settlement.said))) {
    const candidate = { ...result, ...field };
    if (!hasErrors(checkRunResult(candidate, settlement.plan))) result = candidate;
  }
  return withReport(settlement, result);
}

function keptFields(said: BackendResult | undefined): readonly Pick<RunResult, "output" | "usage">[] {
  const text = said?.output?.text;
  return [
    ...(said?.output !== undefined && text !== "" ? [{ output: { ...said.output, partial: true } }] : []),
    ...(said?.usage !== undefined ? [{ usage: said.usage }] : []),
  ];
}

function identity({ plan, runId, durationMs }: Settlement) {
  return {
    schemaVersion: 1 as const,
    runId,
    preparedRunId: plan.preparedRunId,
    backendId: plan.backendId,
    conversationFingerprint: plan.conversationFingerprint,
    executionFingerprint: plan.executionFingerprint,
    model: plan.preflight.model,
    effectiveToolIds: plan.effectiveTools.map((tool) => tool.id),
    durationMs,
  };
}

/** The report passes unread: it may be anything but too much. */
function withReport(settlement: Settlement, result: RunResult): RunResult {
  const report = plainFields(settlement.said)?.report;
  const isTooLong = report !== undefined && canonicalJson(report).length > maxReportLength;
  const dropped = warning("execution.report-dropped", "The backend's report is over 1 MiB and was dropped.", "report");
  const diagnostics = [...settlement.diagnostics, ...(isTooLong ? [dropped] : [])];
  return {
    ...result,
    ...(report !== undefined && !isTooLong ? { report } : {}),
    ...(diagnostics.length > 0 ? { diagnostics } : {}),
  };
}

/** A copy with the fields a backend may set; undefined when the value is not JSON. */
function plainFields(said: BackendResult | undefined): BackendResult | undefined {
  try {
    if (said === undefined) return undefined;
    const copy = { ...canonicalCopy(said) };
    for (const key of Object.keys(copy)) if (!backendFields.has(key)) Reflect.deleteProperty(copy, key);
    return copy;
  } catch {
    // Cycles, class instances, accessors that throw: none of it can be believed in part.
    return undefined;
  }
}
