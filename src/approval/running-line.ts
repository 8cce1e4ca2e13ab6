import { escapeText } from "../text/escape.ts";
import { formatClock, formatCount, formatMoney } from "../text/format.ts";
import { fitsWidth, fitWidth } from "../text/measure.ts";
import { type Line, span } from "../ui/line.ts";
import type { RunningUpdate } from "./running-state.ts";

export interface RunningRow {
  /** The profile, usually. Verbatim. */
  readonly title: string;
  readonly known: RunningUpdate;
}

export interface RowPlace {
  readonly now: number;
  readonly columns: number;
  /** How to cancel, in words; empty where this row is not the one that says it. */
  readonly cancel: string;
}

/** One row; when it is narrow the time and how to cancel stay longest. */
export function runningLine({ title, known }: RunningRow, { now, columns, cancel }: RowPlace): Line {
  const name = escapeText(title);
  const parts = runningParts(known);
  for (let count = parts.length; count >= 0; count--) {
    const text = [elapsed(known, now), ...parts.slice(0, count), cancel].filter((each) => each !== "").join(" · ");
    if (fitsWidth(`${name} ${text}`, columns)) return [span(name, "strong"), span(text === "" ? "" : ` ${text}`)];
  }
  return [span(fitWidth(cancel === "" ? name : cancel, columns))];
}

const longestTool = 40;

function runningParts(known: RunningUpdate): string[] {
  const { limits = {}, turn, tokens, cost, tool, retry } = known;
  const spent = [
    tokens === undefined
      ? ""
      : `${formatCount(tokens)}${limits.tokenBudget ? `/${formatCount(limits.tokenBudget)}` : ""}`,
    cost === undefined ? "" : formatMoney(cost),
  ];
  return [
    stage(known),
    turn === undefined ? "" : `turn ${turn}${limits.maxTurns ? `/${limits.maxTurns}` : ""}`,
    tool ? fitWidth(escapeText(tool), longestTool) : "",
    spent.filter((each) => each !== "").join(" "),
    retry ? `retry ${retry}` : "",
  ].filter((each) => each !== "");
}

/** Empty while the turn and the tool say it better. */
function stage({ phase, turn, tool }: RunningUpdate): string {
  if (phase !== "running") return phase ?? "";
  return turn === undefined && !tool ? "starting" : "";
}

function elapsed({ startedAt, limits }: RunningUpdate, now: number): string {
  if (startedAt === undefined) return "";
  const limit = limits?.timeoutMs;
  return `${formatClock(now - startedAt)}${limit === undefined ? "" : `/${formatClock(limit)}`}`;
}
