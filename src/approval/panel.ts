import type { ReactElement } from "react";
import { escapeLines } from "../text/escape.ts";
import { formatBytes, formatSeal } from "../text/format.ts";
import { displayWidth, wrapWidth } from "../text/measure.ts";
import { bottomEdge, divider, framedRow, topEdge } from "../ui/frame.ts";
import { gutterRow } from "../ui/gutter.ts";
import type { Ink } from "../ui/ink.ts";
import { type KeyHint, keyHints } from "../ui/key-hints.ts";
import { fitLine, type Line, line, lineText, type Palette, padLine, span } from "../ui/line.ts";
import { screen } from "../ui/screen.ts";
import { type TextDocument, visibleWindow } from "../ui/text-document.ts";
import type { Asker } from "./approver.ts";
import type { PageName } from "./panel-content.ts";
import type { Fact } from "./panel-facts.ts";
import type { PanelLayout } from "./panel-layout.ts";
import { isExpired, isQuiet, layoutOf, type PanelState } from "./panel-model.ts";
import { readyReasons } from "./reject-reason.ts";

export function panel(ink: Ink, state: PanelState, palette: Palette): ReactElement {
  return screen(ink, panelLines(state), palette);
}

/** Exactly `size.rows` rows of exactly `size.columns` columns. */
export function panelLines(state: PanelState): Line[] {
  const { columns, rows } = state.size;
  const layout = layoutOf(state);
  const lines = layout.framed ? framedLines(state, layout) : bareLines(state, layout);
  while (lines.length < rows) lines.push(line(""));
  return lines.slice(0, rows).map((each) => padLine(each, columns));
}

function framedLines(state: PanelState, layout: PanelLayout): Line[] {
  const { columns } = state.size;
  const framed = (content: Line) => framedRow(content, columns);
  const text = state.content.pages[state.page];
  return [
    topEdge([span("APPROVE A RUN", "strong")], line(askedBy(state), "muted"), columns),
    ...layout.facts.map((fact) => framed(factLine(fact))),
    divider(bodyTitle(state, text), [], columns),
    ...bodyLines(state, layout).map(framed),
    divider(state.mode === "rejecting" ? [] : tabs(state.page, columns), [], columns),
    framed(keysLine(state, layout.textWidth)),
    framed(sealLine(state, layout.textWidth)),
    bottomEdge(columns),
  ];
}

function bareLines(state: PanelState, layout: PanelLayout): Line[] {
  if (!layout.keys) return [smallestLine(state), ...layout.facts.map(factLine)];
  return [
    ...layout.facts.map(factLine),
    ...bodyLines(state, layout),
    keysLine(state, layout.textWidth),
    sealLine(state, layout.textWidth),
  ];
}

const askers: Readonly<Record<Asker, string>> = { person: "you", model: "parent model", terminal: "command line" };

function askedBy({ content, place }: PanelState): string {
  const order = place.of > 1 ? ` ─ ${place.n} of ${place.of}` : "";
  return `asked by: ${askers[content.asker]}${order}`;
}

function factLine(fact: Fact): Line {
  return [
    span(fact.label.padEnd(7), fact.label === "Enable" || fact.label === "Note" ? "warning" : "accent"),
    ...fact.value,
  ];
}

const pageTitles: Readonly<Record<PageName, string>> = {
  task: "Task",
  prompt: "Full prompt",
  changed: "Changed",
  rights: "Rights & env",
  ids: "IDs",
  help: "Help",
};

function bodyTitle(state: PanelState, text: TextDocument): Line {
  if (state.mode === "rejecting")
    return [span("REJECT", "warning"), span(` ─ ${readers[state.content.asker]} will read this`)];
  const title = span(pageTitles[state.page], "strong");
  if (state.page !== "task" && state.page !== "prompt") return [title];
  const escaped = text.escapedCharacters;
  const shown = escaped === 0 ? "" : `, ${escaped} character${escaped === 1 ? "" : "s"} shown escaped`;
  return [
    title,
    span(` ─ ${text.lineCount} line${text.lineCount === 1 ? "" : "s"}, ${formatBytes(text.bytes)}${shown}`),
  ];
}

const readers: Readonly<Record<Asker, string>> = {
  person: "the record",
  model: "the parent model",
  terminal: "the record",
};

function bodyLines(state: PanelState, layout: PanelLayout): Line[] {
  const lines = state.mode === "rejecting" ? reasonLines(state, layout) : pageLines(state, layout);
  while (lines.length < layout.bodyRows) lines.push(line(""));
  return lines.slice(0, layout.bodyRows);
}

function pageLines(state: PanelState, { textWidth, bodyRows }: PanelLayout): Line[] {
  const document = state.content.pages[state.page];
  const { rows, next } = visibleWindow(document, state.scroll[state.page], textWidth, bodyRows);
  const lines = rows.map(gutterRow);
  if (next === null || bodyRows < 2) return lines;
  const left = document.lineCount - next.line;
  const more = `… ${left} more line${left === 1 ? "" : "s"}   PgDn`;
  const blank = Math.max(0, textWidth - displayWidth(more));
  return [...lines, [span(" ".repeat(blank)), span(more, "muted")]];
}

function reasonLines(state: PanelState, { textWidth, bodyRows }: PanelLayout): Line[] {
  const ready = readyReasons.map((reason, index) => `${index + 1} ${reason}`).join("   ");
  const rows = escapeLines(`${state.reason}█`).flatMap((each) =>
    wrapWidth(each, textWidth - 1).map((text, index) => gutterRow({ kind: index === 0 ? "text" : "continued", text })),
  );
  const room = Math.max(1, bodyRows - 1);
  return [fitLine(line(ready), textWidth), ...rows.slice(-room)];
}

function tabs(page: PageName, width: number): Line {
  const names: readonly PageName[] = ["task", "prompt", "changed", "rights", "ids"];
  const short = width < 76;
  return names.flatMap((name, index) => [
    span(index > 0 ? (short ? " " : "   ") : ""),
    span(`${index + 1}`, "muted"),
    span(short && name !== page ? "" : ` ${pageTitles[name]}`, name === page ? "accent" : "plain"),
  ]);
}

function keysLine(state: PanelState, width: number): Line {
  return keyHints(state.mode === "rejecting" ? rejectingKeys : readingKeys(state), width);
}

const rejectingKeys: readonly KeyHint[] = [
  { key: "Enter", does: "send" },
  { key: "Esc", does: "back, nothing decided" },
  { key: "1-4", does: "ready reason" },
  { key: "Shift+Enter", does: "new line" },
];

function readingKeys({ content }: PanelState): KeyHint[] {
  return [
    { key: "Ctrl+Y", does: content.enables ? "enable and run once" : "run once" },
    { key: "r", does: "reject, say why" },
    { key: "Esc", does: "not now" },
    { key: "1-5", does: "pages" },
    { key: "?", does: "help" },
  ];
}

function sealLine(state: PanelState, width: number): Line {
  const seal: Line = [span("seal "), span(formatSeal(state.content.executionFingerprint), "strong")];
  const prompt: Line = [span("   prompt "), span(formatSeal(state.content.conversationFingerprint))];
  const ready: Line = [span("   "), ...readiness(state)];
  const kept: Line = state.content.asker === "terminal" ? [] : [span("   typed keys are kept for chat", "muted")];
  const choices = [
    [...seal, ...prompt, ...ready, ...kept],
    [...seal, ...prompt, ...ready],
    [...seal, ...ready],
  ];
  return choices.find((each) => displayWidth(lineText(each)) <= width) ?? fitLine([...seal, ...ready], width);
}

function readiness(state: PanelState): Line {
  if (isExpired(state, state.now)) return [span("expired: Esc, then ask again", "warning")];
  const quiet = isQuiet(state, state.now);
  if (state.mode === "rejecting") return quiet ? [span("ready", "good")] : [span("pause before Enter", "muted")];
  return quiet ? [span("ready: press Ctrl+Y", "good")] : [span("pause typing to arm", "muted")];
}

function smallestLine(state: PanelState): Line {
  const keys = state.mode === "rejecting" ? "Enter Esc" : "^Y r Esc";
  const where = state.content.facts.find((fact) => fact.rank === 2)?.value ?? [];
  return [span(`${formatSeal(state.content.executionFingerprint)} ${keys} `, "strong"), ...where];
}
