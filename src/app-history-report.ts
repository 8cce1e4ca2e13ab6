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
  const { plan, response, approval } = run;
  const report = response?.childReport;
  return [
    `${run.id}  ${run.status}  ${escapeText(run.profileId)}  ${run.startedAt} to ${run.endedAt}`,
    ...(plan
      ? [
          `model     ${escapeText(`${plan.model.provider}/${plan.model.id}`)} thinking ${plan.thinkingLevel}, backend ${escapeText(plan.backendId)}`,
        ]
      : []),
    ...(approval
      ? [`approved  ${approval.source} ${approval.approvedAt}, seal ${formatSeal(approval.executionFingerprint)}`]
      : []),
    ...(run.reason === undefined ? [] : [`reason    ${escapeText(run.reason)}`]),
    ...(response?.usage?.tokens
      ? [
          `tokens    ${response.usage.tokens.total}${response.usage.cost ? `, ${formatMoney(response.usage.cost.amount, response.usage.cost.currency)}` : ""}`,
        ]
      : []),
    ...(report
      ? [
          `read      ${report.filesRead.map(escapeText).join(" ") || "nothing"}`,
          `refused   ${report.refusedPaths.map(escapeText).join(" ") || "nothing"}; blocked tool calls ${report.blockedToolCalls}`,
        ]
      : []),
    ...(report
      ? report.requests.map(
          (each) =>
            `request ${each.number} ${each.payloadDigest} child verified: ${each.verified.map(escapeText).join(", ")}`,
        )
      : []),
    ...(response?.error ? [`error     ${escapeText(`${response.error.code}: ${response.error.message}`)}`] : []),
    ...run.diagnostics.map(diagnosticLine),
    "--- task ---",
    ...escapeLines(run.task),
    ...(plan ? ["--- system prompt ---", ...escapeLines(plan.systemPrompt)] : []),
    ...(response?.output
      ? [`--- answer${response.output.partial ? " (partial)" : ""} ---`, ...escapeLines(response.output.text)]
      : []),
  ].join("\n");
}
