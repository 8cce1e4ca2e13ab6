import type { WatchedTimes } from "./app-run-times.ts";
import { transcriptOf } from "./app-transcript.ts";
import type { DelegationSettings } from "./config/delegation-settings.ts";
import type { Diagnostic } from "./contract/diagnostic.ts";
import type { AgentExecutionPlan } from "./contract/product/agent-execution-plan.ts";
import type { Delegation, DelegationResult } from "./delegation.ts";
import type { History } from "./history/history.ts";
import type { HistoryBounds } from "./history/run-directory.ts";
import type { AskedFor, RunRecord } from "./history/run-record.ts";

/** A delegation that came as far as a plan is kept; what was refused before that left nothing to look back at. */
export interface Recorded {
  readonly result: DelegationResult;
  /** `r_41`; absent when nothing was kept. */
  readonly runId?: string;
  readonly diagnostics: readonly Diagnostic[];
}

export interface RecordOptions {
  /** Real path of the project. */
  readonly cwd: string;
  readonly times: WatchedTimes;
}

export function historyBounds({ historyMaxRuns, historyMaxMegabytes }: DelegationSettings): HistoryBounds {
  return { maxRuns: historyMaxRuns.value, maxBytes: historyMaxMegabytes.value * 1_000_000 };
}

export async function record(
  delegation: Delegation,
  result: DelegationResult,
  history: History,
  options: RecordOptions,
): Promise<Recorded> {
  const { plan } = result;
  if (plan === undefined) return { result, diagnostics: [] };
  const kept = await history.record(runRecord(delegation, result, plan, options));
  return kept.ok
    ? { result, runId: kept.value, diagnostics: kept.diagnostics }
    : { result, diagnostics: kept.diagnostics };
}

function runRecord(
  delegation: Delegation,
  result: DelegationResult,
  plan: AgentExecutionPlan,
  { cwd, times }: RecordOptions,
): RunRecord {
  const reached = times.ended(result);
  return {
    status: result.kind === "ran" ? result.response.status : result.kind,
    profileId: plan.profile.profileId,
    task: result.editedTask ?? delegation.task,
    ...(result.editedTask === undefined ? {} : { askedTask: delegation.task }),
    asker: delegation.asker,
    cwd,
    ...(delegation.sessionId === undefined ? {} : { sessionId: delegation.sessionId }),
    backendId: plan.backendId,
    model: plan.model,
    thinkingLevel: plan.thinkingLevel,
    startedAt: reached.asked,
    endedAt: reached.ended,
    times: reached,
    asked: askedFor(delegation),
    ...(result.kind === "rejected" && result.reason !== "" ? { reason: result.reason } : {}),
    plan,
    ...(result.kind === "ran" ? ran(result) : {}),
    diagnostics: result.kind === "ran" || result.kind === "refused" ? result.diagnostics : [],
  };
}

function ran({ approval, granted, response, events }: Extract<DelegationResult, { kind: "ran" }>) {
  return { approval, ...(granted === undefined ? {} : { granted }), response, ...transcriptOf(events) };
}

/** As it was given: what was read from an attached file is in the sealed messages. */
function askedFor({ profile, overrides, attachments = [] }: Delegation): AskedFor {
  const { backend, model, timeoutMs } = overrides;
  return {
    profile,
    overrides: {
      ...(backend === undefined ? {} : { backend }),
      ...(model === undefined ? {} : { model: { provider: model.provider, id: model.id } }),
      ...(timeoutMs === undefined ? {} : { timeoutMs }),
    },
    attachments: attachments.map((each) =>
      each.kind === "diff" && each.range === undefined ? { kind: "diff" } : each,
    ),
  };
}
