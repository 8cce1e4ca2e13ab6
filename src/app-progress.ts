import type { RunningUpdate } from "./approval/running-state.ts";
import type { DelegationProgress } from "./delegation.ts";

/** Where a delegation stands, for whoever draws it. */
export function runningUpdate(progress: DelegationProgress): RunningUpdate {
  switch (progress.phase) {
    case "preparing":
      return { phase: "preparing" };
    case "awaiting-approval":
      return { phase: "waiting for approval" };
    case "running": {
      const { timeoutMs, maxTurns, tokenBudget } = progress.plan.limits;
      const { turn, tokens, cost, tool, delta, retry } = progress.event?.details ?? {};
      return {
        phase: progress.event?.phase === "finishing" ? "finishing" : "running",
        startedAt: progress.startedAt.getTime(),
        limits: {
          ...(timeoutMs && { timeoutMs: timeoutMs.value }),
          ...(maxTurns && { maxTurns: maxTurns.value }),
          ...(tokenBudget && { tokenBudget: tokenBudget.value }),
        },
        ...(turn === undefined ? {} : { turn }),
        ...(tokens === undefined ? {} : { tokens }),
        ...(cost === undefined ? {} : { cost }),
        // A call is over as soon as anything else happens.
        tool: tool ?? (delta === undefined ? "" : "answering"),
        ...(retry === undefined ? {} : { retry }),
      };
    }
  }
}
