import type { ReactElement } from "react";
import { counted, formatBytes, formatSeal } from "../text/format.ts";
import { displayWidth, fitsWidth } from "../text/measure.ts";
import { moreBelow } from "../ui/document-rows.ts";
import { divider, framedRow } from "../ui/frame.ts";
import { gutterRow } from "../ui/gutter.ts";
import type { Ink } from "../ui/ink.ts";
import { keyHints } from "../ui/key-hints.ts";
import { fitLine, type Line, line, lineText, type Palette, padLine, type Span, span } from "../ui/line.ts";
import { screen } from "../ui/screen.ts";
import { textAreaRows } from "../ui/text-area.ts";
import { type DocumentRow, type TextDocument, visibleWindow } from "../ui/text-document.ts";
import { askedEdge } from "./asked-edge.ts";
import { briefReadiness, keptEdge, keptForms, readiness, reasonGoesTo, reasonRows } from "./deciding.ts";
import { type FactRow, type Forms, labelWidth } from "./fact-row.ts";
import type { PageName } from "./panel-content.ts";
import { keysOf } from "./panel-keys.ts";
import type { PanelLayout } from "./panel-layout.ts";
import { layoutOf, type PanelState } from "./panel-model.ts";
import type { Verification } from "./panel-verify.ts";

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
    askedEdge([title(state)], state, columns),
    ...layout.facts.map((fact) => framed(factLine(fact))),
    divider(bodyTitle(state, text), [], columns),
    ...bodyLines(state, layout).map(framed),
    divider(state.mode === "reading" ? tabs(state, columns) : [], [], columns),
    ...keyLines(state, layout).map(framed),
    framed(sealLine(state, layout)),
    keptEdge(state),
  ];
}

function title({ content }: PanelState): Line {
  const changed = content.changes > 0 ? [span("  CHANGED", "warning")] : [];
  return [span("APPROVE A RUN", "strong"), ...changed];
}

function bareLines(state: PanelState, layout: PanelLayout): Line[] {
  if (layout.keyRows === 0) return [smallestLine(state), ...layout.facts.map(factLine)];
  return [
    ...layout.facts.map(factLine),
    ...bodyLines(state, layout),
    ...keyLines(state, layout),
    sealLine(state, layout),
  ];
}

function factLine({ label, value }: FactRow): Line {
  return [span(label.padEnd(labelWidth), label === "Enable" || label === "Note" ? "warning" : "accent"), ...value];
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
  if (state.mode === "rejecting") return [span("REJECT", "warning"), span(` ─ ${reasonGoesTo(state.content.asker)}`)];
  if (state.mode === "editing") return [span("EDIT THE TASK", "warning"), span(" ─ sealed again, then shown again")];
  const title = span(pageTitles[state.page], "strong");
  if (state.page !== "task" && state.page !== "prompt") return [title];
  const escaped = text.escapedCharacters;
  const shown = escaped === 0 ? "" : `, ${counted(escaped, "character")} shown escaped`;
  const byYou = state.page === "task" && state.content.edited ? [span(" edited by you", "warning")] : [];
  return [title, ...byYou, span(` ─ ${counted(text.lineCount, "line")}, ${formatBytes(text.bytes)}${shown}`)];
}

function bodyLines(state: PanelState, layout: PanelLayout): Line[] {
  const lines = bodies[state.mode](state, layout);
  while (lines.length < layout.bodyRows) lines.push(line(""));
  return lines.slice(0, layout.bodyRows);
}

function draftLines({ draft }: PanelState, { textWidth, bodyRows }: PanelLayout): Line[] {
  return draft ? textAreaRows(draft, textWidth, bodyRows).map(gutterRow) : [];
}

function pageLines(state: PanelState, { textWidth, bodyRows }: PanelLayout): Line[] {
  const document = state.content.pages[state.page];
  const { rows, next } = visibleWindow(document, state.scroll[state.page], textWidth, bodyRows);
  const lines = rows.map(state.page === "changed" ? changeRow : gutterRow);
  if (next === null || bodyRows < 2) return lines;
  const more = moreBelow(document, next);
  const blank = Math.max(0, textWidth - displayWidth(more));
  return [...lines, [span(" ".repeat(blank)), span(more, "muted")]];
}

/** What is gone and what is new, in colour too. */
function changeRow(row: DocumentRow): Line {
  const [mark, text] = gutterRow(row);
  const style = /^\+( |$)/.test(row.text) ? "good" : /^-( |$)/.test(row.text) ? "danger" : "plain";
  return mark && text ? [mark, { ...text, style }] : gutterRow(row);
}

function reasonLines(state: PanelState, { textWidth, bodyRows }: PanelLayout): Line[] {
  return reasonRows(state, textWidth, bodyRows);
}

function tabs({ page, content }: PanelState, width: number): Line {
  const names: readonly PageName[] = ["task", "prompt", "changed", "rights", "ids"];
  const short = width < 76;
  return names.flatMap((name, index) => [
    span(index > 0 ? (short ? " " : "   ") : ""),
    span(`${index + 1}`, "muted"),
    span(short && name !== page ? "" : ` ${pageTitles[name]}`, name === page ? "accent" : "plain"),
    ...(name === "changed" && content.changes > 0 ? [span(` (${content.changes})`, "warning")] : []),
  ]);
}

function keyLines(state: PanelState, { textWidth, keyRows }: PanelLayout): Line[] {
  const [first, second] = keysOf(state, textWidth);
  if (keyRows === 2) return [keyHints(first, textWidth), keyHints(second, textWidth)];
  return [keyHints([...first, ...second], textWidth)];
}

function sealLine(state: PanelState, { textWidth: width, framed }: PanelLayout): Line {
  const { content } = state;
  const seal: Line = [span("seal "), span(formatSeal(content.executionFingerprint), "strong")];
  const prompt: Line = [span("   prompt "), span(formatSeal(content.conversationFingerprint))];
  const ready: Line = [span("   "), ...readiness(state, keysOf(state, width)[0])];
  const kept = keptLines(state, framed);
  const choices = [
    ...(state.verified ? verifiedLines(state, state.verified, seal, ready) : []),
    ...kept.flatMap((each) => [
      [...seal, ...prompt, ...ready, ...each],
      [...seal, ...ready, ...each],
    ]),
    [...seal, ...prompt, ...ready],
    [...seal, ...ready],
    [...seal, span(" "), ...briefReadiness(state)],
  ];
  return choices.find((each) => fitsWidth(lineText(each), width)) ?? fitLine(seal, width);
}

/** What `v` found stands beside whether a key would count, never in its place; where it is narrow, the seal goes before either. */
function verifiedLines(state: PanelState, verified: Verification, seal: Line, ready: Line): Forms {
  const brief: Line = [span("  "), ...briefReadiness(state)];
  const found = [span("   "), verifications[verified]];
  const short = [span("  "), shortVerifications[verified]];
  return [
    [...seal, ...found, ...ready],
    [...seal, ...found, ...brief],
    [...seal, ...short, ...ready],
    [...seal, ...short, span(" "), ...briefReadiness(state)],
    [shortVerifications[verified], ...brief],
  ];
}

/** Where there is a lower edge, that says how much was typed. */
function keptLines(state: PanelState, framed: boolean): Forms {
  const forms = state.typed === "" || !framed ? keptForms(state) : [];
  return forms.map((each) => [span("   "), ...each]);
}

const verifications: Readonly<Record<Verification, Span>> = {
  same: span("v: shown = sealed prompt", "good"),
  different: span("v: SHOWN IS NOT THE SEALED PROMPT", "danger"),
  "too-narrow": span("v: too narrow to compare", "warning"),
};

const shortVerifications: Readonly<Record<Verification, Span>> = {
  same: span("v ok", "good"),
  different: span("v DIFFERS", "danger"),
  "too-narrow": span("v narrow", "warning"),
};

const bodies: Readonly<Record<PanelState["mode"], (state: PanelState, layout: PanelLayout) => Line[]>> = {
  reading: pageLines,
  rejecting: reasonLines,
  editing: draftLines,
};

function smallestLine(state: PanelState): Line {
  const keys = state.mode === "rejecting" ? "Enter Esc" : "^Y r Esc";
  const where = state.content.facts(state.size.columns).find((fact) => fact.rank === 2)?.value ?? [];
  return [span(`${formatSeal(state.content.executionFingerprint)} ${keys} `, "strong"), ...where];
}
