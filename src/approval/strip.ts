import type { ReactElement } from "react";
import { escapeLines, escapeText } from "../text/escape.ts";
import { formatBytes, formatSeal } from "../text/format.ts";
import { bottomEdge, framedRow, innerWidth, topEdge } from "../ui/frame.ts";
import { gutterRow } from "../ui/gutter.ts";
import type { Ink } from "../ui/ink.ts";
import { type KeyHint, keyHints } from "../ui/key-hints.ts";
import { type Line, line, type Palette, padLine, span } from "../ui/line.ts";
import { screen } from "../ui/screen.ts";
import type { ApprovalSubject } from "./approver.ts";
import { costInWords } from "./cost.ts";
import { askedBy, readiness } from "./deciding.ts";
import { grantInWords } from "./grant-offer.ts";
import type { PanelState } from "./panel-model.ts";
import { timeInWords } from "./panel-words.ts";

/** Everything of a strip that does not change while it is shown; escaped here, once. */
export interface StripContent {
  readonly title: Line;
  readonly destination: Line;
  readonly task: Line;
  readonly cost: Line;
  /** What there is beyond that: attachments, notes. */
  readonly extra: readonly Line[];
}

export function stripContent(subject: ApprovalSubject, now: number): StripContent {
  const { plan, profile, task, attached = [], lastYes, diagnostics } = subject;
  const { model, facts } = plan.preflight;
  const since = lastYes ? ` since your yes ${timeInWords(lastYes.approvedAt, now)}` : "";
  const names = attached.map(({ source, bytes }) => `${escapeText(source)} (${formatBytes(bytes)})`).join(", ");
  const files = attached.length > 1 ? `${attached.length}: ${names}` : names;
  const notes = diagnostics.filter(({ code }) => ofThisRun.test(code)).map(({ message }) => escapeText(message));
  return {
    title: [span("RUN AGAIN", "strong"), span(` ─ setup unchanged${since}`)],
    destination: [
      span(escapeText(profile.id), "strong"),
      span(" → "),
      span(escapeText(facts?.destination.host ?? "a destination that the backend does not say"), "strong"),
      span(` · ${escapeText(model.provider)}/${escapeText(model.id)}`),
    ],
    task: taskLine(task),
    cost: [span("Cost   ", "accent"), span(costInWords(plan))],
    extra: [
      ...(files === "" ? [] : [[span("Attach ", "accent"), span(files, "strong")]]),
      ...notes.slice(0, 1).map((note) => [span("Note   ", "warning"), span(note, "warning")]),
    ],
  };
}

/** Notes that are not part of the setup; the others were there at the last yes, and stand in the panel. */
const ofThisRun = /^(?:grant|attachment)\./;

/** Its first line, and how much more there is. */
export function taskLine(task: string): Line {
  const lines = escapeLines(task);
  const escaped = lines.filter((each) => /\\u\{/.test(each)).length;
  const size = `${lines.length} line${lines.length === 1 ? "" : "s"}, ${formatBytes(Buffer.byteLength(task))}`;
  const odd = escaped === 0 ? [] : [span(" escaped characters", "warning")];
  return [span(`${size} `, "muted"), ...odd, ...gutterRow({ kind: "text", text: lines[0] ?? "" })];
}

export function strip(ink: Ink, state: PanelState, content: StripContent, palette: Palette): ReactElement {
  return screen(ink, stripLines(state, content), palette);
}

export function stripHeight({ extra }: StripContent): number {
  return 6 + extra.length;
}

/** As many rows as the size has, of exactly its width; the seal, the keys and the destination are the last to go. */
export function stripLines(state: PanelState, content: StripContent): Line[] {
  const { columns, rows } = state.size;
  const framed = rows >= stripHeight(content) && columns >= 24;
  const width = framed ? innerWidth(columns) : columns;
  const seal = [span("seal "), span(formatSeal(state.content.executionFingerprint), "strong")];
  const keys = keyHints(stripKeys(state), width);
  const told = [content.destination, content.task, content.cost, ...content.extra];
  const ready = readiness(state);
  const lines = framed
    ? [
        topEdge(content.title, line(askedBy(state.content.asker, state.place), "muted"), columns),
        ...[...told, keys].map((each) => framedRow(each, columns)),
        bottomEdge(columns, [...seal, span("   "), ...ready], line("r reject   Esc not now", "muted")),
      ]
    : bare(rows, [...seal, span(" "), ...ready, span("  "), ...content.destination], keys, told);
  while (lines.length < rows) lines.push([]);
  return lines.slice(0, rows).map((each) => padLine(each, columns));
}

function bare(rows: number, seal: Line, keys: Line, told: readonly Line[]): Line[] {
  return rows < 2 ? [seal] : [...told.slice(0, rows - 2), keys, seal];
}

function stripKeys({ content }: PanelState): KeyHint[] {
  return [
    { key: "Ctrl+Y", does: "run once" },
    ...(content.grant ? [{ key: "Ctrl+G", does: grantInWords(content.grant) }] : []),
    { key: "Enter", does: "see all" },
  ];
}
