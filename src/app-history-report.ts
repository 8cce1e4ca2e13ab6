import type { App } from "./app.ts";
import { diagnosticLine } from "./contract/diagnostic-line.ts";
import { type Outcome, success } from "./contract/outcome.ts";
import type { RunSummary, StoredRun } from "./history/run-record.ts";
import { escapeLines, escapeText } from "./text/escape.ts";
import { formatClock, formatCount, formatMoney, formatSeal } from "./text/format.ts";

/** Every kept run in a line each, newest first; with an id, all that is known about one. */
export function historyReport(app: App, id: string): Outcome<string> {
  if (id === "") return success(historyList(app));
  const run = app.history.read(id);
  return run.ok ? success(runReport(run.value), run.diagnostics) : run;
}

function historyList({ history, directories }: App): string {
  const { runs, diagnostics } = history.list();
  const lines = runs.map(runLine);
  const none = lines.length === 0 ? ["no run is kept yet"] : [];
  return [`history  ${escapeText(directories.history)}`, ...none, ...lines, ...diagnostics.map(diagnosticLine)].join(
    "\n",
  );
}

function runLine({ id, status, profileId, startedAt, endedAt, task, tokens, cost }: RunSummary): string {
  const lasted = formatClock(Date.parse(endedAt) - Date.parse(startedAt));
  const spent = [
    tokens === undefined ? "" : `${formatCount(tokens)} tok`,
    cost === undefined ? "" : formatMoney(cost.amount, cost.currency),
  ];
  const facts = [status, profileId, lasted, ...spent]
    .filter((each) => each !== "")
    .map(escapeText)
    .join("  ");
  return `  ${id}  ${startedAt.slice(0, 16).replace("T", " ")}  ${facts}  ${escapeText(task).slice(0, 60)}`;
}

function runReport(run: StoredRun): string {
  return [
    ...[...facts(run)].map(escapeText),
    ...run.diagnostics.map(diagnosticLine),
    "--- task ---",
    ...escapeLines(run.task),
    ...(run.plan ? ["--- system prompt ---", ...escapeLines(run.plan.systemPrompt)] : []),
    ...(run.response?.output
      ? [`--- answer${run.response.output.partial ? " (partial)" : ""} ---`, ...escapeLines(run.response.output.text)]
      : []),
  ].join("\n");
}

/** As written in the record, so not yet fit for a terminal. */
function* facts({ id, status, profileId, startedAt, endedAt, reason, plan, response, approval }: StoredRun) {
  yield `${id}  ${status}  ${profileId}  ${startedAt} to ${endedAt}`;
  if (plan) {
    const { model, thinkingLevel, backendId } = plan;
    yield `model     ${model.provider}/${model.id} thinking ${thinkingLevel}, backend ${backendId}`;
  }
  if (approval) {
    yield `approved  ${approval.source} ${approval.approvedAt}, seal ${formatSeal(approval.executionFingerprint)}`;
  }
  if (reason !== undefined) yield `reason    ${reason}`;
  const { usage, childReport: report, error } = response ?? {};
  if (usage?.tokens) {
    const cost = usage.cost ? `, ${formatMoney(usage.cost.amount, usage.cost.currency)}` : "";
    yield `tokens    ${usage.tokens.total}${cost}`;
  }
  if (report) {
    yield `read      ${report.filesRead.join(" ") || "nothing"}`;
    yield `refused   ${report.refusedPaths.join(" ") || "nothing"}; blocked tool calls ${report.blockedToolCalls}`;
    for (const { number, payloadDigest, verified } of report.requests) {
      yield `request ${number} ${payloadDigest} child verified: ${verified.join(", ")}`;
    }
  }
  if (error) yield `error     ${error.code}: ${error.message}`;
}
