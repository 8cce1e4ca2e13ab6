import type { DelegationProgress, DelegationResult } from "./delegation.ts";
import type { RunTimes } from "./history/run-record.ts";

/** Notes when each step of a delegation was reached; the first time counts. */
export interface WatchedTimes {
  watch(progress: DelegationProgress): void;
  /** Called when the delegation has ended. */
  ended(result: DelegationResult): RunTimes;
}

export function watchTimes(now: () => Date): WatchedTimes {
  const asked = now().toISOString();
  const reached: { shown?: string; started?: string; firstRequest?: string } = {};
  return {
    watch(progress) {
      if (progress.phase === "awaiting-approval" && progress.shownAt) reached.shown ??= progress.shownAt.toISOString();
      if (progress.phase !== "running") return;
      reached.started ??= progress.startedAt.toISOString();
      const { event } = progress;
      if (event && (event.details?.requests ?? 0) > 0) reached.firstRequest ??= event.timestamp;
    },
    ended(result) {
      const ended = now().toISOString();
      const decided = decidedAt(result, ended);
      return { asked, ...reached, ...(decided === undefined ? {} : { decided }), ended };
    },
  };
}

/** A run says itself when it was approved; whatever else a person decided ended the delegation. */
function decidedAt(result: DelegationResult, ended: string): string | undefined {
  if (result.kind === "ran") return result.approval.approvedAt;
  return result.kind === "rejected" || result.kind === "dismissed" ? ended : undefined;
}
