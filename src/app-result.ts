import { isWorthRetrying } from "./app-again.ts";
import { approvers, endingInWords, failureAdvice, matchedInWords } from "./app-run-words.ts";
import { answerBudget, boundedSummary, capJson, jsonBytes, reasonBudget, textBudget } from "./app-summary.ts";
import { commandName } from "./command-line-door.ts";
import { eachCauseOnce } from "./contract/diagnostic.ts";
import { diagnosticLine } from "./contract/diagnostic-line.ts";
import { type AgentResponse, type ChildReport, spentBy } from "./contract/product/agent-response.ts";
import type { DelegationResult, RanDelegation } from "./delegation.ts";
import { type BoundedAnswer, boundAnswer } from "./text/bounded-answer.ts";
import { fenceAnswer } from "./text/fence.ts";
import { formatDuration } from "./text/format.ts";
import type { ResultSummary } from "./ui/result-view.ts";

/** What a conversation receives of one delegation: text for the model, a summary for the person. */
export interface ToldResult {
  readonly text: string;
  readonly summary: ResultSummary;
}

/** Every ending in words that whoever asked can act on. The answer is fenced as data and bounded; its text is not altered. */
export function toldResult(
  profile: string,
  result: DelegationResult,
  runId: string | undefined,
  nonce: string,
): ToldResult {
  const { text, summary } = wholeResult(profile, result, runId, nonce);
  return { text: capJson(text, textBudget), summary: boundedSummary(summary) };
}

function wholeResult(profile: string, result: DelegationResult, runId: string | undefined, nonce: string): ToldResult {
  switch (result.kind) {
    case "refused": {
      const reason = result.diagnostics.map(diagnosticLine).join("\n");
      const text = `Nothing was sent. The delegation to ${profile} was refused:\n${reason}${wouldHaveRun(result)}`;
      const read = eachCauseOnce(result.diagnostics).map(diagnosticLine).join("\n");
      return told(profile, runId, "refused", text, read);
    }
    case "rejected":
      return told(
        profile,
        runId,
        "rejected",
        `A person looked at the plan for ${profile} and rejected it, so nothing was sent. Reason: ${result.reason || "none was given."}\nDo not repeat the call unchanged.`,
        result.reason,
      );
    case "dismissed":
      return told(
        profile,
        runId,
        "dismissed",
        `The person chose not to decide about ${profile} now, so nothing was sent. Do not ask again unless they do.`,
      );
    case "aborted":
      return told(profile, runId, "aborted", `The delegation to ${profile} was aborted before anything was sent.`);
    case "ran":
      return toldRun(profile, result, runId, nonce);
  }
}

function told(
  profile: string,
  runId: string | undefined,
  status: ResultSummary["status"],
  text: string,
  reason?: string,
): ToldResult {
  const id = runId === undefined ? {} : { runId };
  return { text, summary: { profile, status, ...id, ...(reason === undefined ? {} : { reason }) } };
}

type EditedRun = RanDelegation & Pick<DelegationResult, "editedTask">;

function toldRun(profile: string, ran: EditedRun, runId: string | undefined, nonce: string): ToldResult {
  const { response, plan } = ran;
  const whole = runId === undefined ? "not kept" : `${commandName("pi")} history ${runId}`;
  const answer = response.output?.text ?? "";
  const bounded = boundToBytes(answer, plan.resultProjection.maxChars, whole);
  const from = { profileId: plan.profile.profileId, runId: runId ?? response.runId };
  const fenced = answer === "" ? "" : fenceAnswer(bounded.text, from, nonce);
  const ending = [editedSentence(ran), endingSentence(ran)].filter((each) => each !== "").join("\n");
  // What a provider or the child said about the failure is outside text like the answer.
  const said = response.error ? capJson(response.error.message, reasonBudget) : "";
  const reason = said === "" ? "" : fenceAnswer(said, from, nonce);
  return {
    text: [ending, reason, fenced].filter((each) => each !== "").join("\n"),
    summary: { ...runSummary(profile, ran, runId), received: { shown: bounded.shown, total: bounded.total }, whole },
  };
}

/** The setting counts characters, the session counts bytes: whichever is reached first. */
function boundToBytes(answer: string, maxChars: number, whole: string): BoundedAnswer {
  const bounded = boundAnswer(answer, maxChars, whole);
  const bytes = jsonBytes(bounded.text);
  if (bytes <= answerBudget) return bounded;
  return boundToBytes(answer, Math.floor((Math.min(maxChars, answer.length) * answerBudget) / bytes) - 1, whole);
}

/** Whoever asked must know that another question was answered. */
function editedSentence({ editedTask }: EditedRun): string {
  return editedTask === undefined
    ? ""
    : `The person edited the task before approving it; what ran is: ${capJson(editedTask, reasonBudget)}`;
}

/** What a person wrote is not lost with the plan that could not be made of it. */
function wouldHaveRun({ editedTask }: DelegationResult): string {
  return editedTask === undefined ? "" : `\nThe person had edited the task to: ${capJson(editedTask, reasonBudget)}`;
}

/** Empty for a completed run whose answer speaks for itself; otherwise what happened and what to do about it. */
function endingSentence({ response, plan }: RanDelegation): string {
  const partial = response.output ? " What it had said until then follows; it is not a finished answer." : "";
  switch (response.status) {
    case "completed":
      return response.output?.stoppedByLength ? "The answer was cut off by the model's own output limit." : "";
    case "failed": {
      const { code = "unknown", class: kind = "" } = response.error ?? {};
      const about = kind === "" ? code : `${code}, ${kind}`;
      return `The run failed (${about}). ${adviceFor(response)}${partial}`;
    }
    case "cancelled":
      return response.reason === undefined || response.reason === "user"
        ? `A person cancelled the run. Do not start it again unless they ask for it.${partial}`
        : `The run was cancelled (${response.reason}).${partial}`;
    case "timed-out":
      return `The run was ended at its time limit of ${formatDuration(response.enforcedTimeoutMs ?? 0)}. A smaller task may fit.${partial}`;
    case "limit-reached": {
      const { reachedLimit: name = "maxTurns" } = response;
      const of = plan.limits[name] ? ` of ${plan.limits[name].value.toLocaleString("en")}` : "";
      return `The run was ended at its limit ${name}${of}. A smaller task may fit.${partial}`;
    }
  }
}

function adviceFor({ error }: AgentResponse): string {
  if (error?.retryable) return "Trying again later may work; it needs a new approval.";
  if (error?.class === "auth") return "The user has to see to the provider's key; do not call again before that.";
  return "The same call would most likely fail again: do not repeat it, tell the user.";
}

function runSummary(profile: string, ran: RanDelegation, runId: string | undefined): ResultSummary {
  const { plan, approval, response, events } = ran;
  const report = response.childReport;
  // That a person cancelled is the status itself; the runtime's word for it explains nothing.
  const given = response.status === "cancelled" && response.reason === "user" ? undefined : response.reason;
  const reason = response.error?.message ?? given ?? response.reachedLimit;
  const advice = failureAdvice(response, plan.model.provider);
  const turns = events.reduce((most, event) => Math.max(most, event.details?.turn ?? 0), 0);
  return {
    profile,
    ...(runId === undefined ? {} : { runId }),
    status: response.status,
    model: plan.model.id,
    durationMs: response.durationMs,
    ...(turns === 0 ? {} : { turns }),
    ...spentBy(response),
    ...(report === undefined
      ? {}
      : {
          filesRead: report.filesRead,
          refusedPaths: report.refusedPaths,
          blockedToolCalls: report.blockedToolCalls,
          requests: report.requests.length,
          ...requestsReported(report),
        }),
    approval: `${approvers[approval.source]} ${new Date(approval.approvedAt).toTimeString().slice(0, 5)}`,
    ...(approval.source === "grant" || approval.source === "project-config" ? { unasked: true } : {}),
    executionFingerprint: plan.executionFingerprint,
    stoppedBy: endingInWords(response).replace(/^stopped by /, ""),
    ...(isWorthRetrying(ran) ? { retryable: true } : {}),
    ...(advice === undefined ? {} : { advice }),
    ...(response.output === undefined
      ? {}
      : { answer: response.output.text, ...(response.output.partial ? { partial: true } : {}) }),
    ...(reason === undefined ? {} : { reason }),
  };
}

function requestsReported({ requests }: ChildReport): { readonly requestsReported?: string } {
  if (requests.length === 0) return {};
  return { requestsReported: matchedInWords(requests) };
}
