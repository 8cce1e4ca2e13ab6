import type { Diagnostic } from "./contract/diagnostic.ts";
import type { AgentExecutionPlan } from "./contract/product/agent-execution-plan.ts";
import type { Delegation, DelegationResult } from "./delegation.ts";
import type { History } from "./history/history.ts";
import type { RunRecord } from "./history/run-record.ts";
import { redactSecrets } from "./text/redact.ts";

/** A delegation that came as far as a plan is kept; what was refused before that left nothing to look back at. */
export interface Recorded {
  readonly result: DelegationResult;
  /** `r_41`; absent when nothing was kept. */
  readonly runId?: string;
  readonly diagnostics: readonly Diagnostic[];
}

export async function record(
  delegation: Delegation,
  result: DelegationResult,
  history: History,
  when: { readonly cwd: string; readonly startedAt: Date; readonly endedAt: Date },
): Promise<Recorded> {
  const plan = planOf(result);
  if (plan === undefined) return { result, diagnostics: [] };
  const kept = await history.record(runRecord(delegation, result, plan, when));
  return kept.ok
    ? { result, runId: kept.value, diagnostics: kept.diagnostics }
    : { result, diagnostics: kept.diagnostics };
}

function planOf(result: DelegationResult): AgentExecutionPlan | undefined {
  switch (result.kind) {
    case "ran":
    case "rejected":
    case "dismissed":
      return result.plan;
    case "refused":
    case "aborted":
      return undefined;
  }
}

function runRecord(
  delegation: Delegation,
  result: DelegationResult,
  plan: AgentExecutionPlan,
  { cwd, startedAt, endedAt }: { readonly cwd: string; readonly startedAt: Date; readonly endedAt: Date },
): RunRecord {
  return {
    status: result.kind === "ran" ? result.response.status : result.kind,
    profileId: plan.profile.profileId,
    task: delegation.task,
    asker: delegation.asker,
    cwd,
    ...(delegation.sessionId === undefined ? {} : { sessionId: delegation.sessionId }),
    backendId: plan.backendId,
    model: plan.model,
    thinkingLevel: plan.thinkingLevel,
    startedAt: startedAt.toISOString(),
    endedAt: endedAt.toISOString(),
    ...(result.kind === "rejected" ? { reason: result.reason } : {}),
    plan,
    ...(result.kind === "ran" ? ran(result) : {}),
    diagnostics: result.kind === "ran" ? result.diagnostics : [],
  };
}

const longestTranscript = 2_000;

function ran({ approval, response, events }: Extract<DelegationResult, { kind: "ran" }>) {
  const steps = events.filter((event) => event.details?.delta === undefined).slice(-longestTranscript);
  return {
    approval,
    response,
    transcript: steps.map(({ sequence, timestamp, phase, message }) => ({
      sequence,
      timestamp,
      phase,
      message: redactSecrets(message),
    })),
  };
}
