import type { Diagnostic } from "./contract/diagnostic.ts";
import type { ResultStatus } from "./contract/runtime/run-result.ts";
import type { DelegationResult } from "./delegation.ts";

export const exitCodes = {
  completed: 0,
  failed: 1,
  refused: 2,
  notApproved: 3,
  timedOut: 4,
  limitReached: 5,
  cancelled: 130,
} as const;

export function exitCode(result: DelegationResult): number {
  switch (result.kind) {
    case "refused":
      return exitCodes.refused;
    case "rejected":
    case "dismissed":
      return exitCodes.notApproved;
    case "aborted":
      return exitCodes.cancelled;
    case "ran":
      return exitCodeOfRun(result.response.status);
  }
}

function exitCodeOfRun(status: ResultStatus): number {
  switch (status) {
    case "completed":
      return exitCodes.completed;
    case "failed":
      return exitCodes.failed;
    case "cancelled":
      return exitCodes.cancelled;
    case "timed-out":
      return exitCodes.timedOut;
    case "limit-reached":
      return exitCodes.limitReached;
  }
}

/** What `--json` prints for a run: the response, how it was approved, and the exact text that was sealed. */
export function resultObject(result: DelegationResult): object {
  switch (result.kind) {
    case "refused":
      return { status: "refused", diagnostics: result.diagnostics };
    case "rejected":
      return { status: "rejected", reason: result.reason, plan: planObject(result.plan) };
    case "dismissed":
      return { status: "dismissed", plan: planObject(result.plan) };
    case "aborted":
      return { status: "aborted" };
    case "ran":
      return {
        ...result.response,
        approval: result.approval,
        plan: planObject(result.plan),
        diagnostics: result.diagnostics satisfies readonly Diagnostic[],
      };
  }
}

/** The sealed text and what it is bound to. */
export function planObject(plan: Extract<DelegationResult, { kind: "ran" }>["plan"]): object {
  return {
    profileId: plan.profile.profileId,
    backendId: plan.backendId,
    model: plan.model,
    thinkingLevel: plan.thinkingLevel,
    systemPrompt: plan.systemPrompt,
    messages: plan.messages,
    effectiveToolIds: plan.effectiveToolIds,
    access: plan.access,
    limits: plan.limits,
    facts: plan.preflight.facts,
    promptRuntimeFingerprint: plan.promptRuntimeFingerprint,
    conversationFingerprint: plan.conversationFingerprint,
    executionFingerprint: plan.executionFingerprint,
  };
}
