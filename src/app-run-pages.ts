import { createHash } from "node:crypto";
import { type Fact, factRows } from "./app-fact-rows.ts";
import { promptText } from "./app-prompt-text.ts";
import {
  approvalInWords,
  bareProfile,
  endingInWords,
  failureAdvice,
  localTime,
  requestsInWords,
  statusInWords,
} from "./app-run-words.ts";
import { eachCauseOnce } from "./contract/diagnostic.ts";
import { withoutLevel } from "./contract/diagnostic-line.ts";
import { type ChildReport, isUsageUnknown } from "./contract/product/agent-response.ts";
import { isRunStatus, type StoredRun, type TranscriptEntry } from "./history/run-record.ts";
import { counted, formatClock, formatCount, formatMoney } from "./text/format.ts";
import { readableRows } from "./text/readable.ts";

/** One part of a record, as text. It is verbatim, so whoever shows it escapes it. */
export interface RunPage {
  readonly name: string;
  readonly text: string;
}

/** All that is known of one run, in the order in which a person asks. */
export function runPages(run: StoredRun): readonly RunPage[] {
  const { output } = run.response ?? {};
  return [
    { name: "Run", text: factRows(facts(run), 10) },
    { name: output?.partial ? "Answer (partial)" : "Answer", text: output?.text ?? "There is no answer." },
    { name: "Prompt", text: sealedText(run) },
    { name: "Steps", text: stepsText(run) },
    { name: "Record", text: factRows(idFacts(run), 13) },
  ];
}

function* facts(run: StoredRun): Generator<Fact> {
  const { id, status, profileId, model, thinkingLevel, backendId, reason, response, approval, plan } = run;
  // Another version may have written it, with endings that this one does not know.
  yield [
    "run",
    `${id}  ${statusInWords(status)}${response && isRunStatus(response.status) ? `, ${endingInWords(response)}` : ""}`,
  ];
  const bare = bareProfile(profileId);
  yield ["profile", bare === profileId ? profileId : `${bare} (${profileId})`];
  if (model) yield ["model", `${model.provider}/${model.id}${thinkingLevel ? ` · thinking ${thinkingLevel}` : ""}`];
  if (backendId) yield ["backend", backendId];
  yield ["asked by", `${Object.hasOwn(askers, run.asker) ? askers[run.asker] : run.asker}, in ${run.cwd}`];
  yield* timeFacts(run);
  if (approval) yield ["approved", approvalInWords(approval)];
  if (run.granted) {
    const { runs, minutes, tokens } = run.granted;
    yield ["granted", `with Ctrl+G: ${counted(runs, "run")}, ${minutes} min, ${formatCount(tokens)} tok`];
  }
  if (reason !== undefined) yield ["reason", reason];
  if (response?.error) {
    const { code, class: kind, retryable, message } = response.error;
    const about = [code, kind ?? "", retryable ? "may be tried again" : ""].filter((each) => each !== "");
    yield ["error", `${about.join(", ")}: ${message}`];
    const advice = model && failureAdvice(response, model.provider);
    if (advice !== undefined) yield ["advice", advice];
  }
  yield* usageFacts(run);
  if (response?.childReport) yield* reportFacts(response.childReport);
  if (response?.output) {
    const { text, sha256 = createHash("sha256").update(text, "utf8").digest("hex") } = response.output;
    yield ["answer", `${text.length.toLocaleString("en")} characters, SHA-256\n${sha256}`];
  }
  for (const each of eachCauseOnce(run.diagnostics)) yield [each.level, withoutLevel(each)];
  if (plan) yield ["task", run.task];
}

const askers = { person: "you", model: "the parent model", terminal: "the terminal command" } as const;

function* timeFacts({ times, startedAt, endedAt, response, plan }: StoredRun): Generator<Fact> {
  const { shown, decided, started, firstRequest } = times ?? {};
  yield ["asked", localTime(startedAt)];
  if (shown !== undefined) yield ["shown", localTime(shown)];
  if (decided !== undefined) {
    const read =
      shown === undefined ? "" : `, ${formatClock(Date.parse(decided) - Date.parse(shown))} after it was shown`;
    yield ["decided", `${localTime(decided)}${read}`];
  }
  if (started !== undefined) yield ["started", localTime(started)];
  if (firstRequest !== undefined) yield ["request 1", localTime(firstRequest)];
  const limit = plan?.limits.timeoutMs;
  const lasted = response
    ? `, ran ${formatClock(response.durationMs)}${limit ? ` of ${formatClock(limit.value)}` : ""}`
    : "";
  yield ["ended", `${localTime(endedAt)}${lasted}`];
}

function* usageFacts({ response }: StoredRun): Generator<Fact> {
  const { usage, childReport } = response ?? {};
  if (response && isUsageUnknown(response))
    yield ["tokens", "unknown: requests were made, and nobody said what they took"];
  else if (usage?.tokens) {
    const { input, output, total } = usage.tokens;
    const cost = usage.cost ? `, ${formatMoney(usage.cost.amount, usage.cost.currency)}` : "";
    yield ["tokens", `${total.toLocaleString("en")} (${formatCount(input)} in, ${formatCount(output)} out)${cost}`];
  }
  const currency = usage?.cost?.currency;
  for (const [index, turn] of (childReport?.usageByTurn ?? []).entries()) {
    const cost = currency === undefined ? "" : `, ${formatMoney(turn.cost, currency)}`;
    yield [`  turn ${index + 1}`, `${formatCount(turn.input)} in, ${formatCount(turn.output)} out${cost}`];
  }
}

function* reportFacts(report: ChildReport): Generator<Fact> {
  const { filesRead, refusedPaths, blockedToolCalls, forcedExit } = report;
  yield ["read", filesRead.length === 0 ? "nothing" : `${filesRead.length}: ${filesRead.join(" ")}`];
  yield ["refused", refusedPaths.length === 0 ? "nothing" : `${refusedPaths.length}: ${refusedPaths.join(" ")}`];
  yield ["blocked", counted(blockedToolCalls, "tool call")];
  yield ["requests", requestsInWords(report)];
  if (forcedExit) yield ["exit", "the process was made to exit after it had answered"];
}

function sealedText({ plan, task }: StoredRun): string {
  return plan ? promptText(plan) : `No prompt was sealed. The task was:\n${task}`;
}

function stepsText({ transcript = [], transcriptLeftOut = 0, times }: StoredRun): string {
  if (transcript.length === 0) return "No step is kept.";
  const from = Date.parse(times?.started ?? transcript[0]?.timestamp ?? "");
  const left = transcriptLeftOut === 0 ? [] : [`${transcriptLeftOut} earlier steps were left out`];
  return [...left, ...transcript.map((each) => stepLine(each, from))].join("\n");
}

function stepLine({ timestamp, turn, message, tool, said, tokens }: TranscriptEntry, from: number): string {
  const spent = tokens === undefined ? "" : `  (${formatCount(tokens)} tok so far)`;
  const what = said === undefined ? (tool ?? message) : `said: ${said}`;
  const first = `${formatClock(Date.parse(timestamp) - from).padStart(5)}  turn ${turn ?? "-"}  `;
  return `${first}${what.replaceAll("\n", `\n${" ".repeat(first.length)}`)}${spent}`;
}

function* idFacts({ plan, response, sessionId, approval, asked }: StoredRun): Generator<Fact> {
  if (sessionId !== undefined) yield ["session", sessionId];
  if (response) yield ["run id", response.runId];
  if (plan) {
    yield ["seal", plan.executionFingerprint];
    yield ["conversation", plan.conversationFingerprint];
    yield ["tools", plan.effectiveToolIds.join(" ") || "none"];
    yield ["rights", readable(plan.access)];
    yield ["limits", readable(plan.limits)];
  }
  if (approval) yield ["receipt", readable(approval)];
  if (response) yield ["enforced", readable(response.enforcement)];
  for (const { number, payloadDigest, verified } of response?.childReport?.requests ?? []) {
    yield [`request ${number}`, `the child verified: ${verified.join(", ") || "nothing"}\n${payloadDigest}`];
  }
  if (asked) yield ["asked", readable(asked)];
}

function readable(value: unknown): string {
  return readableRows(value).join("\n");
}
