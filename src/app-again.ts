import type { Recorded } from "./app-record.ts";
import { error } from "./contract/diagnostic.ts";
import { failure, type Outcome, success } from "./contract/outcome.ts";
import type { Delegation, DelegationResult } from "./delegation.ts";
import type { StoredRun } from "./history/run-record.ts";

/** A run that failed for a reason that may be gone by now: rate limit, overload, network. */
export function isWorthRetrying(ended: DelegationResult | StoredRun): boolean {
  if ("kind" in ended && ended.kind !== "ran") return false;
  const { response } = ended;
  return response?.status === "failed" && response.error?.retryable === true;
}

/** What ran is what is prepared again: the task as the person edited it. */
export function withEditedTask(delegation: Delegation, { editedTask = delegation.task }: DelegationResult): Delegation {
  return { ...delegation, task: editedTask };
}

/** A task that a person edited and no record holds, because it could not be sealed. */
export function unkeptEdit({ result, runId }: Recorded): string | undefined {
  return runId === undefined ? result.editedTask : undefined;
}

/** What has to be asked to prepare the same again: it is compiled, sealed and approved anew. */
export function sameAgain({ id, asked, task }: StoredRun, sessionId: string): Outcome<Delegation> {
  if (asked) {
    // A record may hold more than we wrote, and none of that is asked for.
    const { profile, overrides, attachments } = asked;
    return success({ asker: "person", profile, overrides, attachments, task, sessionId });
  }
  const message = `The record of ${id} does not say how it was asked for; run it again with its task, which history ${id} shows.`;
  return failure(error("history.not-repeatable", message));
}
