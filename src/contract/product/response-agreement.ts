import { type Diagnostic, error } from "../diagnostic.ts";
import { sameJson } from "../same-json.ts";
import type { AgentExecutionPlan } from "./agent-execution-plan.ts";
import type { AgentResponse } from "./agent-response.ts";

/** Every place where a response is not the response to this plan. */
export function* responseAgreement(response: AgentResponse, plan: AgentExecutionPlan): Generator<Diagnostic> {
  const same = (one: unknown, other: unknown, code: string, place: string) =>
    sameJson(one, other) ? [] : [error(`response.${code}`, `${place} is not the one of the plan.`, place)];
  yield* same(response.requestId, plan.requestId, "request-id", "requestId");
  yield* same(response.runId, plan.runId, "run-id", "runId");
  yield* same(response.backendId, plan.backendId, "backend-id", "backendId");
  yield* same(
    response.executionFingerprint,
    plan.executionFingerprint,
    "execution-fingerprint",
    "executionFingerprint",
  );
  const { profileFingerprint } = plan.profile;
  yield* same(response.profileFingerprint, profileFingerprint, "profile-fingerprint", "profileFingerprint");
  yield* same(response.model, plan.model, "model-mismatch", "model");
  yield* same(response.effectiveToolIds, plan.effectiveToolIds, "tools-mismatch", "effectiveToolIds");
  yield* same(response.enforcement.access, plan.access, "access-receipt", "enforcement.access");
  yield* same(response.enforcement.limits, plan.limits, "limit-receipt", "enforcement.limits");
  yield* endedByAcceptedLimit(response, plan);
  yield* offeredByBackend(response, plan);
}

function* endedByAcceptedLimit(response: AgentResponse, { limits }: AgentExecutionPlan): Generator<Diagnostic> {
  if (response.status === "timed-out" && limits.timeoutMs?.value !== response.enforcedTimeoutMs) {
    const message = `The run timed out after ${response.enforcedTimeoutMs} ms, which is not the accepted limit.`;
    yield error("response.timeout-receipt", message, "enforcedTimeoutMs");
  }
  if (response.status === "limit-reached" && response.reachedLimit && !limits[response.reachedLimit]) {
    const message = `The run ended at ${response.reachedLimit}, for which no limit was accepted.`;
    yield error("response.limit-receipt-missing", message, "reachedLimit");
  }
}

function* offeredByBackend(response: AgentResponse, { preflight }: AgentExecutionPlan): Generator<Diagnostic> {
  const { traceInspection, artifactRetention } = preflight.backend.capabilities;
  if (response.trace && !traceInspection) {
    yield error("response.trace-capability", "This backend keeps no traces.", "trace");
  }
  if (response.artifacts.length > 0 && !artifactRetention) {
    yield error("response.artifact-capability", "This backend keeps no artifacts.", "artifacts");
  }
}
