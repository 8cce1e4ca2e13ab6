import { escapeLines, escapeText } from "../text/escape.ts";
import { formatClock, formatCount, formatMoney, formatSeal } from "../text/format.ts";
import { wrapWidth } from "../text/measure.ts";
import { gutterRow } from "./gutter.ts";
import { type Line, type Span, type Style, span } from "./line.ts";

/** How a delegation ended, as a person is told it afterwards. Texts are verbatim; they are escaped here. */
export interface ResultSummary {
  readonly profile: string;
  readonly runId?: string;
  readonly status:
    | "completed"
    | "failed"
    | "cancelled"
    | "timed-out"
    | "limit-reached"
    | "rejected"
    | "dismissed"
    | "aborted"
    | "refused";
  readonly model?: string;
  readonly durationMs?: number;
  readonly turns?: number;
  readonly tokens?: number;
  readonly cost?: { readonly amount: number; readonly currency: string };
  readonly filesRead?: readonly string[];
  readonly refusedPaths?: readonly string[];
  readonly blockedToolCalls?: number;
  /** In words: `approved by you 14:02`. */
  readonly approval?: string;
  readonly executionFingerprint?: string;
  /** The answer or what there is of it. */
  readonly answer?: string;
  /** Why it ended as it did: an error, a reason, the limit. */
  readonly reason?: string;
  readonly requests?: number;
  /** In words, what the child reports about its requests: `child reports all matched the seal`. */
  readonly requestsReported?: string;
  /** Characters of the answer that the conversation received, of how many. */
  readonly received?: { readonly shown: number; readonly total: number };
  /** Where the whole record is: a command to type. */
  readonly whole?: string;
}

export function collapsedResult(summary: ResultSummary): Line[] {
  const facts = [
    ...(summary.status === "completed" ? [] : [words[summary.status]]),
    ...(summary.durationMs === undefined ? [] : [formatClock(summary.durationMs)]),
    ...(summary.turns === undefined ? [] : [counted(summary.turns, "turn")]),
    ...spent(summary),
    ...(summary.filesRead === undefined ? [] : [counted(summary.filesRead.length, "file")]),
    ...(summary.runId === undefined ? [] : [escapeText(summary.runId)]),
  ];
  const reason =
    summary.status === "completed" || !summary.reason ? [] : [span(` · ${escapeText(firstLine(summary.reason))}`)];
  return [[...head(summary), span(` · ${facts.join(" · ")}`, "muted"), ...reason, span(" Ctrl+O", "muted")]];
}

/** Rows of the answer that are shown; the whole of it is in the record. */
const answerRows = 12;

export function expandedResult(summary: ResultSummary, width: number): Line[] {
  const id = summary.runId === undefined ? "" : ` ${escapeText(summary.runId)}`;
  const top = [
    summary.model,
    summary.approval,
    summary.executionFingerprint && `seal ${formatSeal(summary.executionFingerprint)}`,
  ]
    .filter((each) => each !== undefined && each !== "")
    .map((each) => ` · ${escapeText(each ?? "")}`);
  return [
    [...head(summary), span(id), span(top.join(""), "muted")],
    ...(summary.status === "completed" ? [] : [indented([span(words[summary.status], styles[summary.status])])]),
    ...(summary.reason ? gutter(summary.reason, width, 4) : []),
    ...(summary.answer === undefined || summary.answer === "" ? [] : gutter(summary.answer, width, answerRows)),
    ...details(summary).map((each) => indented([span(each, "muted")])),
  ];
}

function details(summary: ResultSummary): string[] {
  const files = summary.filesRead ?? [];
  const refused = summary.refusedPaths ?? [];
  const read = files.length === 0 ? "" : `read ${counted(files.length, "file")}: ${shortList(files)}`;
  const kept = refused.length === 0 ? "" : `refused ${refused.length}: ${shortList(refused)}`;
  const blocked = summary.blockedToolCalls === undefined ? "" : `blocked tools ${summary.blockedToolCalls}`;
  const requests = summary.requests === undefined ? "" : counted(summary.requests, "request");
  const { received } = summary;
  return [
    [read, kept, blocked].filter((each) => each !== "").join("    "),
    [requests, summary.requestsReported ?? "", ...spent(summary)]
      .filter((each) => each !== "")
      .map(escapeText)
      .join(", "),
    received
      ? `chat received ${received.shown.toLocaleString("en")} of ${received.total.toLocaleString("en")} characters`
      : "",
    summary.whole === undefined ? "" : `whole: ${escapeText(summary.whole)}`,
  ].filter((each) => each !== "");
}

const words: Readonly<Record<ResultSummary["status"], string>> = {
  completed: "completed",
  failed: "failed",
  cancelled: "cancelled",
  "timed-out": "timed out",
  "limit-reached": "limit reached",
  rejected: "rejected, nothing was sent",
  dismissed: "not now, nothing was sent",
  aborted: "aborted, nothing was sent",
  refused: "refused, nothing was sent",
};

const styles: Readonly<Record<ResultSummary["status"], Style>> = {
  completed: "good",
  failed: "danger",
  cancelled: "warning",
  "timed-out": "warning",
  "limit-reached": "warning",
  rejected: "muted",
  dismissed: "muted",
  aborted: "muted",
  refused: "warning",
};

function head(summary: ResultSummary): Span[] {
  const sign = summary.status === "completed" ? "✓" : "✗";
  return [span(`${sign} `, styles[summary.status]), span(escapeText(summary.profile), "strong")];
}

function spent({ tokens, cost }: ResultSummary): string[] {
  const money = cost === undefined ? "" : formatMoney(cost.amount, cost.currency);
  const used = tokens === undefined ? "" : `${formatCount(tokens)} tok`;
  const both = [used, money].filter((each) => each !== "").join(" ");
  return both === "" ? [] : [both];
}

function gutter(text: string, width: number, most: number): Line[] {
  const columns = Math.max(1, width - 3);
  const lines = escapeLines(text.replace(/\n+$/, ""));
  const rows: Line[] = [];
  let line = 0;
  for (; line < lines.length && rows.length < most; line++) {
    const kinds = wrapWidth(lines[line] ?? "", columns).map((row, index) =>
      gutterRow({ kind: index === 0 ? "text" : "continued", text: row }),
    );
    rows.push(...kinds.slice(0, most - rows.length));
  }
  const left = lines.length - line;
  const more: Line[] = left > 0 ? [[span(`(${left} more line${left === 1 ? "" : "s"})`, "muted")]] : [];
  return [...rows, ...more].map(indented);
}

function indented(spans: Line): Line {
  return [span("  "), ...spans];
}

function shortList(names: readonly string[]): string {
  const shown = names.slice(0, 2).map(escapeText).join(" ");
  return names.length > 2 ? `${shown} +${names.length - 2}` : shown;
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}

function firstLine(text: string): string {
  return text.split("\n", 1)[0] ?? "";
}
