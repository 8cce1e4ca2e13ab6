import { bareProfile, localTime, statusWords } from "./app-run-words.ts";
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

/** Fewer columns than this say nothing of a task. */
const leastTask = 16;

/** The runs, newest first, no row wider than `columns`; where the facts leave it no room, a run's task has a row of its own. */
export function historyTable(found: FilteredRuns, columns: number, command: string): string {
  const runs = inColumns(found.runs.map((run) => [...ending(run), spent(run), profileOf(run)]));
  const beside = displayWidth((runs[0] ?? []).map((cell) => `${cell}  `).join(""));
  const lines = found.runs.flatMap(({ task }, index) => {
    const [id = "", words = "", day = "", clock = "", usage = "", profile = ""] = runs[index] ?? [];
    const first = escapeText(task.trim().split("\n", 1)[0] ?? "");
    const rows = [
      [id, words, day, clock],
      [usage, profile, first],
    ];
    const shown =
      columns - beside < leastTask
        ? rows.map((row, at) => `${"    ".repeat(at)}${row.join("  ")}`)
        : [rows.flat().join("  ")];
    return shown.map((row) => fitWidth(row.trimEnd(), columns));
  });
  return [...lines, ...notes(found, command), ...found.diagnostics.map(diagnosticLine)].join("\n");
}

/** Every cell as wide as its column. */
function inColumns(rows: readonly (readonly string[])[]): readonly (readonly string[])[] {
  const widest = (column: number) => Math.max(0, ...rows.map((row) => displayWidth(row[column] ?? "")));
  const widths = (rows[0] ?? []).map((_, column) => widest(column));
  return rows.map((row) => row.map((cell, column) => padded(cell, widths[column] ?? 0)));
}

function ending({ id, status, startedAt, durationMs }: RunSummary): readonly string[] {
  const words = isRunStatus(status) ? endingInList(status) : escapeText(status);
  return [id, words, localTime(startedAt).slice(5, 16), durationMs === undefined ? "" : formatClock(durationMs)];
}

function profileOf({ profileId }: RunSummary): string {
  return fitWidth(escapeText(bareProfile(profileId)), 16);
}

function spent({ tokens, tokensUnknown, cost }: RunSummary): string {
  if (tokensUnknown) return "? tok";
  const money = cost === undefined ? "" : escapeText(formatMoney(cost.amount, cost.currency).replace("under ", "<"));
  return [tokens === undefined ? "" : formatCount(tokens), money].filter((each) => each !== "").join(" ");
}

const neverRan: readonly RunStatus[] = ["refused", "rejected", "dismissed", "aborted"];

/** What ran and did not end well has a cross, what never ran a dash. */
function endingInList(status: RunStatus): string {
  if (status === "completed") return "✓";
  return `${neverRan.includes(status) ? "-" : "✗"} ${statusWords[status]}`;
}

function padded(text: string, width: number): string {
  return `${text}${" ".repeat(Math.max(0, width - displayWidth(text)))}`;
}

function notes({ runs, matching, kept }: FilteredRuns, command: string): string[] {
  if (kept === 0) return [noRunYet(command)];
  if (matching === 0) return [`None of ${kept} kept runs fits.`];
  return matching > runs.length ? [`${matching - runs.length} more: --limit ${matching}`] : [];
}

export function noRunYet(command: string): string {
  return `No run is kept yet; ${command} run <profile> <task> makes the first.`;
}
