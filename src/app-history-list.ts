import { localTime } from "./app-run-words.ts";
import { diagnosticLine } from "./contract/diagnostic-line.ts";
import type { History } from "./history/history.ts";
import { isRunStatus, type RunStatus, type RunSummary } from "./history/run-record.ts";
import { escapeText } from "./text/escape.ts";
import { formatClock, formatCount, formatMoney } from "./text/format.ts";
import { displayWidth, fitWidth } from "./text/measure.ts";

/** Which runs a list holds; what is absent does not narrow it. */
export interface HistoryFilters {
  readonly status?: RunStatus;
  /** `reviewer` or `project:reviewer`. */
  readonly profile?: string;
  /** Milliseconds since 1970. */
  readonly since?: number;
  /** Real path of a project. */
  readonly cwd?: string;
  readonly limit?: number;
}

export interface FilteredRuns extends ReturnType<History["list"]> {
  /** Runs that fit, also beyond the limit. */
  readonly matching: number;
  /** Runs that are kept. */
  readonly kept: number;
}

export function filteredRuns(history: History, filters: HistoryFilters): FilteredRuns {
  const { runs, diagnostics } = history.list();
  const matching = runs.filter((run) => fits(run, filters));
  return { runs: matching.slice(0, filters.limit), matching: matching.length, kept: runs.length, diagnostics };
}

function fits(run: RunSummary, { status, profile, since, cwd }: HistoryFilters): boolean {
  if (status !== undefined && run.status !== status) return false;
  if (cwd !== undefined && run.cwd !== cwd) return false;
  if (since !== undefined && Date.parse(run.endedAt) < since) return false;
  return profile === undefined || run.profileId === profile || run.profileId.endsWith(`:${profile}`);
}

/** A row per run, newest first, none wider than `columns`; the task takes what the facts leave. */
export function historyTable(found: FilteredRuns, columns: number, command: string): string {
  const rows = found.runs.map(cells);
  const widths = [0, 1, 2, 3, 4, 5].map((column) => Math.max(0, ...rows.map((row) => displayWidth(row[column] ?? ""))));
  const lines = rows.map((row) => {
    const facts = row.slice(0, 6).map((cell, column) => padded(cell, widths[column] ?? 0));
    return fitWidth(`${facts.join("  ")}  ${row[6]}`, columns).trimEnd();
  });
  return [...lines, ...notes(found, command), ...found.diagnostics.map(diagnosticLine)].join("\n");
}

function cells({ id, status, profileId, startedAt, durationMs, task, tokens, cost }: RunSummary): readonly string[] {
  return [
    id,
    isRunStatus(status) ? statusWords[status] : status,
    localTime(startedAt).slice(5, 16),
    durationMs === undefined ? "" : formatClock(durationMs),
    [
      tokens === undefined ? "" : formatCount(tokens),
      cost === undefined ? "" : escapeText(formatMoney(cost.amount, cost.currency)),
    ]
      .filter((each) => each !== "")
      .join(" "),
    fitWidth(escapeText(profileId.replace(/^project:/, "")), 16),
    escapeText(task.trim().split("\n", 1)[0] ?? ""),
  ];
}

const statusWords: Readonly<Record<RunStatus, string>> = {
  completed: "✓",
  failed: "✗ failed",
  cancelled: "✗ cancelled",
  "timed-out": "✗ timed out",
  "limit-reached": "✗ limit",
  refused: "- refused",
  rejected: "- rejected",
  dismissed: "- not now",
  aborted: "- aborted",
};

function padded(text: string, width: number): string {
  return `${text}${" ".repeat(Math.max(0, width - displayWidth(text)))}`;
}

function notes({ runs, matching, kept }: FilteredRuns, command: string): string[] {
  if (kept === 0) return [`No run is kept yet; ${command} run <profile> <task> makes the first.`];
  if (matching === 0) return [`None of ${kept} kept runs fits.`];
  return matching > runs.length ? [`${matching - runs.length} more: --limit ${matching}`] : [];
}
