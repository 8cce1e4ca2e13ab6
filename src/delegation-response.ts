import type { Diagnostic } from "./contract/diagnostic.ts";
import type { AgentExecutionPlan } from "./contract/product/agent-execution-plan.ts";
import type { AgentRequest } from "./contract/product/agent-request.ts";
import { type AgentResponse, readChildReport, validateAgentResponse } from "./contract/product/agent-response.ts";
import type { RunResult } from "./contract/runtime/run-result.ts";

/** The response that the asker gets, checked against the plan. A response that contradicts its plan is a failed run. */
export function agentResponse(
  result: RunResult,
  request: AgentRequest,
  plan: AgentExecutionPlan,
): { readonly value: AgentResponse; readonly diagnostics: readonly Diagnostic[] } {
  const { preparedRunId: _, conversationFingerprint: __, runId: ___, report, ...terminal } = result;
  const childReport = readChildReport(report);
  const response: AgentResponse = {
    ...terminal,
    requestId: request.requestId,
    runId: plan.runId,
    profileFingerprint: plan.profile.profileFingerprint,
    artifacts: [],
    ...(childReport === undefined ? {} : { childReport }),
  };
  const diagnostics = validateAgentResponse(response, plan);
  const fault = diagnostics.find((each) => each.level === "error");
  if (!fault) return { value: response, diagnostics };
  return { value: contradicted(response, fault), diagnostics };
}

function contradicted(response: AgentResponse, fault: Diagnostic): AgentResponse {
  const { reason: _, reachedLimit: __, enforcedTimeoutMs: ___, output, ...rest } = response;
  return {
    ...rest,
    status: "failed",
    ...(output ? { output: { ...output, partial: true } } : {}),
    error: {
      code: "response.invalid",
      message: `The backend's result contradicts its plan: ${fault.message}`,
      retryable: false,
    },
  };
}
