import { keySources } from "./backends/model-facts-keys.ts";
import type { ApprovalReceipt } from "./contract/approval-receipt.ts";
import type { AgentResponse, ChildReport } from "./contract/product/agent-response.ts";
import { isRunStatus, type RunStatus, runStatuses } from "./history/run-record.ts";
import { counted, formatDuration, formatSeal } from "./text/format.ts";

/** `2026-01-02 03:04:05`, on the clock of whoever reads it. */
export function localTime(iso: string): string {
  const at = new Date(iso);
  const two = (value: number) => String(value).padStart(2, "0");
  const date = `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
  return `${date} ${two(at.getHours())}:${two(at.getMinutes())}:${two(at.getSeconds())}`;
}

export const approvers: Readonly<Record<ApprovalReceipt["source"], string>> = {
  person: "approved by you",
  "command-line": "approved on the command line",
  grant: "allowed by a grant",
  "project-config": "allowed by the project's configuration",
};

export function approvalInWords({
  source,
  approvedAt,
  executionFingerprint,
  viewedFullPrompt,
}: ApprovalReceipt): string {
  const viewed = viewedFullPrompt ? "the full prompt was on the screen" : "the full prompt was not opened";
  return `${approvers[source]} ${localTime(approvedAt)}, seal ${formatSeal(executionFingerprint)}, ${viewed}`;
}

/** How a delegation ended, everywhere where a person reads or names it. */
export const statusWords: Readonly<Record<RunStatus, string>> = {
  completed: "completed",
  failed: "failed",
  cancelled: "cancelled",
  "timed-out": "timed out",
  "limit-reached": "limit reached",
  refused: "refused",
  rejected: "rejected",
  dismissed: "not now",
  aborted: "aborted",
};

/** As a person types it: a bare id is the project's. */
export function bareProfile(profileId: string): string {
  return profileId.replace(/^project:/, "");
}

/** Another version may have written an ending that this one does not know. */
export function statusInWords(status: string): string {
  return isRunStatus(status) ? statusWords[status] : status;
}

/** A status as a person names it: in these words, or as the data has it. */
export function statusNamed(text: string): RunStatus | undefined {
  const plain = (word: string) =>
    word
      .trim()
      .toLowerCase()
      .replace(/[\s-]+/g, "-");
  return runStatuses.filter(isRunStatus).find((each) => [each, statusWords[each]].map(plain).includes(plain(text)));
}

/** What ended a run: `finished`, or the first cause. */
export function endingInWords(response: AgentResponse): string {
  switch (response.status) {
    case "completed":
      return response.output?.stoppedByLength ? "stopped by the model's own output limit" : "finished";
    case "failed":
      return `stopped by ${response.error?.class ?? "an error"}`;
    case "cancelled":
      return `stopped by ${response.reason === undefined || response.reason === "user" ? "you" : response.reason}`;
    case "timed-out":
      return `stopped by the time limit of ${formatDuration(response.enforcedTimeoutMs ?? 0)}`;
    case "limit-reached":
      return `stopped by the limit ${response.reachedLimit ?? ""}`.trim();
  }
}

/** What a person does about a failure, where that is known; the parent model is told in its own words. */
export function failureAdvice({ error }: AgentResponse, provider: string): string | undefined {
  if (error?.class !== "auth") return undefined;
  return `the provider does not take the key: see to it where it comes from (${keySources(provider)}); Pi reads a variable only when it starts`;
}

export function requestsInWords({ requests }: ChildReport): string {
  const count = counted(requests.length, "request");
  return requests.length === 0 ? count : `${count}, ${matchedInWords(requests)}`;
}

/** What the child says about its own requests. That one was verified is the child's word, so it is told as that. */
export function matchedInWords(requests: ChildReport["requests"]): string {
  const matched = requests.every(({ verified }) => verified.length > 0);
  return `child reports ${matched ? "all matched the seal" : "not all matched the seal"}`;
}
