import type { ResultStatus } from "../contract/runtime/run-result.ts";
import { escapeLines, escapeText } from "../text/escape.ts";
import { counted, formatClock, formatCount, formatMoney, formatSeal } from "../text/format.ts";
import { displayWidth, fitsWidth, fitWidth, wrapWidth } from "../text/measure.ts";
import { wrapWords } from "../text/wrap.ts";
import { gutterRow } from "./gutter.ts";
import { fitLine, type Line, lineText, type Span, type Style, span } from "./line.ts";

/** How a delegation ended, as a person is told it afterwards. Texts are verbatim; they are escaped here. */
export interface ResultSummary {
  readonly profile: string;
  readonly runId?: string;
  readonly status: ResultStatus | "rejected" | "dismissed" | "aborted" | "refused";
  readonly model?: string;
  readonly durationMs?: number;
  readonly turns?: number;
  readonly tokens?: number;
  /** Requests were made, and nobody said what they took. */
  readonly tokensUnknown?: true;
  readonly cost?: { readonly amount: number; readonly currency: string };
  /** The first of them, where there are many. */
  readonly filesRead?: readonly string[];
  readonly filesReadCount?: number;
  readonly refusedPaths?: readonly string[];
  readonly refusedCount?: number;
  readonly blockedToolCalls?: number;
  /** In words: `approved by you 14:02`. */
  readonly approval?: string;
  /** Nobody was asked about this run, so its row says by whose leave it ran. */
  readonly unasked?: boolean;
  readonly executionFingerprint?: string;
  /** The beginning of the answer, or of what there is of it. */
  readonly answer?: string;
  readonly answerLines?: number;
  /** It is not a finished answer. */
  readonly partial?: boolean;
  /** In words: `finished`, `the limit maxTurns`. */
  readonly stoppedBy?: string;
  /** It failed for a reason that may be gone by now. */
  readonly retryable?: boolean;
  /** What a person does about it. */
  readonly advice?: string;
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

/** More than a row has columns; a text is cut there before it is escaped and measured again and again. */
const longestText = 1_000;

/** One row, which ends in how to see the answer: in words where they fit. Where it is narrow, numbers go first, then the end of a reason. */
export function collapsedResult(whole: ResultSummary, width: number): Line[] {
  const summary = cutTexts(whole);
  const why = summary.status === "completed" || !summary.reason ? "" : ` · ${escapeText(firstLine(summary.reason))}`;
  const least = Math.min(leastReason, displayWidth(why));
  const shows = summary.answer ? "the answer" : "more";
  for (const facts of fewerFacts(summary)) {
    const told = [...head(summary), span(` · ${facts.join(" · ")}`, "muted")];
    for (const end of [` · Ctrl+O shows ${shows}`, " Ctrl+O"]) {
      const room = width - displayWidth(lineText(told)) - displayWidth(end);
      if (room >= least) return [[...told, span(fitWidth(why, room)), span(end, "muted")]];
    }
  }
  const end = span(" Ctrl+O", "muted");
  return [[...fitLine([...head(summary), span(why)], Math.max(0, width - end.text.length)), end]];
}

const leastReason = 24;

function cutTexts(summary: ResultSummary): ResultSummary {
  const cut = Object.entries(summary).map(([name, value]) => [
    name,
    typeof value === "string" ? value.slice(0, longestText) : value,
  ]);
  return { ...summary, ...Object.fromEntries(cut) };
}

/** All there is to tell in a row, and then less and less of it. */
function fewerFacts(summary: ResultSummary): string[][] {
  const counts = [
    ...(summary.turns === undefined ? [] : [counted(summary.turns, "turn")]),
    ...spent(summary),
    ...(summary.filesRead === undefined ? [] : [counted(filesRead(summary), "file")]),
  ];
  const before = [
    ...(summary.status === "completed" ? [] : [words[summary.status]]),
    ...(summary.durationMs === undefined ? [] : [formatClock(summary.durationMs)]),
  ];
  const after = [
    ...(summary.unasked && summary.approval ? [escapeText(summary.approval)] : []),
    ...(summary.runId === undefined ? [] : [escapeText(summary.runId)]),
  ];
  return [counts, counts.slice(summary.turns === undefined ? 0 : 1), spent(summary), []].map((some) => [
    ...before,
    ...some,
    ...after,
  ]);
}

/** Rows of the answer that are shown; the whole of it is in the record. */
const mostAnswerRows = 12;

export function expandedResult(summary: ResultSummary, width: number): Line[] {
  const id = summary.runId === undefined ? "" : ` ${escapeText(summary.runId)}`;
  const seal = summary.executionFingerprint && `seal ${formatSeal(summary.executionFingerprint).slice(0, 9)}`;
  const approval = [summary.approval, seal].filter((each) => each !== undefined && each !== "").join(", ");
  const top = [summary.model ?? "", approval].filter((each) => each !== "").map((each) => ` · ${escapeText(each)}`);
  const ending = `${words[summary.status]}${summary.partial ? "; what it had said until then:" : ""}`;
  return [
    [...head(summary), span(id), span(top.join(""), "muted")],
    ...(summary.reason ? gutter(summary.reason, width, 4) : []),
    ...(summary.status === "completed" ? [] : [indented([span(ending, styles[summary.status])])]),
    ...(summary.advice === undefined
      ? []
      : wrapWords(escapeText(summary.advice), width, "  ").map((row) => [span(row)])),
    ...(summary.answer === undefined || summary.answer === "" ? [] : answerRows(summary.answer, summary, width)),
    ...details(summary).flatMap((parts) => rowsOf(parts, width)),
  ];
}

function answerRows(answer: string, { answerLines }: ResultSummary, width: number): Line[] {
  return gutter(answer, width, mostAnswerRows, answerLines);
}

/** What belongs together stands on one row where it fits. */
function details(summary: ResultSummary): string[][] {
  const files = summary.filesRead ?? [];
  const refused = summary.refusedPaths ?? [];
  const { received, whole, stoppedBy, blockedToolCalls: blocked } = summary;
  const requests = [
    summary.requests === undefined ? "" : counted(summary.requests, "request"),
    summary.requestsReported ?? "",
  ];
  const chat = `${received?.shown.toLocaleString("en")} of ${received?.total.toLocaleString("en")}`;
  return [
    [
      files.length === 0 ? "" : `read ${counted(filesRead(summary), "file")}: ${shortList(files, filesRead(summary))}`,
      refused.length === 0 ? "" : `refused ${refusedPaths(summary)}: ${shortList(refused, refusedPaths(summary))}`,
      blocked === undefined ? "" : `blocked tools ${blocked}`,
    ],
    [requests.filter((each) => each !== "").join(", "), stoppedBy === undefined ? "" : `stopped by: ${stoppedBy}`],
    spent(summary),
    [
      received === undefined || received.total === 0 ? "" : `chat received ${chat} characters`,
      whole === undefined ? "" : `whole: ${whole}`,
    ],
    [summary.retryable && whole !== undefined ? "may work later: open it with the command above and press r" : ""],
  ].map((parts) => parts.filter((each) => each !== "").map(escapeText));
}

function rowsOf(parts: readonly string[], width: number): Line[] {
  const rows: string[] = [];
  for (const part of parts) {
    const last = rows.at(-1);
    const both = `${last}    ${part}`;
    if (last !== undefined && fitsWidth(both, width - 2)) rows[rows.length - 1] = both;
    else rows.push(part);
  }
  return rows.map((each) => indented([span(each, "muted")]));
}

function filesRead({ filesReadCount, filesRead }: ResultSummary): number {
  return filesReadCount ?? filesRead?.length ?? 0;
}

function refusedPaths({ refusedCount, refusedPaths }: ResultSummary): number {
  return refusedCount ?? refusedPaths?.length ?? 0;
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

function spent({ tokens, tokensUnknown, cost }: ResultSummary): string[] {
  if (tokensUnknown) return ["tokens unknown"];
  const money = cost === undefined ? "" : formatMoney(cost.amount, cost.currency);
  const used = tokens === undefined ? "" : `${formatCount(tokens)} tok`;
  const both = [used, money].filter((each) => each !== "").join(" ");
  return both === "" ? [] : [both];
}

/** `total` counts the lines of a text that is longer than what is given here. */
function gutter(text: string, width: number, most: number, total?: number): Line[] {
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
  const left = Math.max(lines.length, total ?? 0) - line;
  const more: Line[] = left > 0 ? [[span(`(${counted(left, "more line")})`, "muted")]] : [];
  return [...rows, ...more].map(indented);
}

function indented(spans: Line): Line {
  return [span("  "), ...spans];
}

function shortList(names: readonly string[], count: number): string {
  const shown = names.slice(0, 2);
  return count > shown.length ? `${shown.join(" ")} +${count - shown.length}` : shown.join(" ");
}

function firstLine(text: string): string {
  return text.split("\n", 1)[0] ?? "";
}
