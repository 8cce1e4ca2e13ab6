import type { ReactElement } from "react";
import { worstFirst } from "../contract/diagnostic.ts";
import { escapeLines, escapeText } from "../text/escape.ts";
import { counted, formatBytes, formatSeal } from "../text/format.ts";
import { bottomEdge, framedRow, innerWidth, titleRoom } from "../ui/frame.ts";
import { gutterRow } from "../ui/gutter.ts";
import type { Ink } from "../ui/ink.ts";
import { type KeyHint, keyHints } from "../ui/key-hints.ts";
import { type Line, line, type Palette, padLine, span } from "../ui/line.ts";
import { screen } from "../ui/screen.ts";
import type { ApprovalSubject, GrantOffer } from "./approver.ts";
import { askedEdge } from "./asked-edge.ts";
import { costForms } from "./cost.ts";
import { briefReadiness, keptForms, readiness } from "./deciding.ts";
import { type Forms, firstFitting, fits } from "./fact-row.ts";
import { grantBehindRuns, grantInWords } from "./grant-offer.ts";
import type { PanelState } from "./panel-model.ts";
import { timeInWords } from "./panel-words.ts";

/** Everything of a strip that does not change while it is shown; escaped here, once. */
export interface StripContent {
  readonly title: Forms;
  readonly destination: Forms;
  readonly task: TaskLines;
  readonly cost: Forms;
  /** What there is beyond that: attachments, notes. */
  readonly extra: readonly Line[];
}

export function stripContent(subject: ApprovalSubject, now: number): StripContent {
  const { plan, profile, task, attached = [], lastYes, diagnostics } = subject;
  const { model, facts } = plan.preflight;
  const names = attached.map(({ source, bytes }) => `${escapeText(source)} (${formatBytes(bytes)})`).join(", ");
  const files = attached.length > 1 ? `${attached.length}: ${names}` : names;
  const ofRun = worstFirst(diagnostics.filter(({ code }) => ofThisRun.test(code)));
  const notes = ofRun.map(({ message }) => escapeText(message));
  const host = escapeText(facts?.destination.host ?? "a destination that the backend does not say");
  const goal: Line = [span(escapeText(profile.id), "strong"), span(" → "), span(host, "strong")];
  return {
    title: titles(lastYes ? timeInWords(lastYes.approvedAt, now) : undefined),
    destination: [[...goal, span(` · ${escapeText(model.provider)}/${escapeText(model.id)}`)], goal],
    task: taskLines(task),
    cost: costForms(plan).map((words) => [span("Cost   ", "accent"), span(words)]),
    extra: [
      ...(files === "" ? [] : [[span("Attach ", "accent"), span(files, "strong")]]),
      ...notes.slice(0, 1).map((note) => [span("Note   ", "warning"), span(note, "warning")]),
    ],
  };
}

function titles(since: string | undefined): Forms {
  const dated =
    since === undefined ? [] : [`setup unchanged since your yes ${since}`, `setup unchanged since ${since}`];
  const plain = [...dated, "setup unchanged"].map((words) => [span("RUN AGAIN", "strong"), span(` ─ ${words}`)]);
  return [...plain, [span("RUN AGAIN", "strong")]];
}

/** Notes that are not part of the setup; the others were there at the last yes, and stand in the panel. */
const ofThisRun = /^(?:grant|attachment)\./;

interface TaskLines {
  /** Absent where there are several lines. */
  readonly whole?: Line;
  /** Says how to see the rest. */
  readonly cut: Line;
  readonly narrow: Line;
}

/** No key of a strip that runs it may seem to be about a task that is seen whole where it is not. */
function taskFor({ whole, cut, narrow }: TaskLines, width: number): Line {
  if (whole && fits(whole, width)) return whole;
  return width < wordsFrom ? narrow : cut;
}

function taskLines(task: string): TaskLines {
  const line = taskLine(task);
  const [size = span(""), ...text] = line;
  const cut = [span("Enter shows all ", "warning"), span(size.text, "warning"), ...text];
  const narrow = [span(size.text, "warning"), ...text];
  return escapeLines(task).length === 1 ? { whole: line, cut, narrow } : { cut, narrow };
}

/** Its first line, and how much more there is. */
export function taskLine(task: string): Line {
  const lines = escapeLines(task);
  const escaped = lines.filter((each) => /\\u\{/.test(each)).length;
  const size = `${counted(lines.length, "line")}, ${formatBytes(Buffer.byteLength(task))}`;
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
  const destination = firstFitting(content.destination, width);
  const told = [destination, taskFor(content.task, width), firstFitting(content.cost, width), ...content.extra];
  const keys = keyHints(stripKeys(state, width), width);
  const seal = [span("seal "), span(formatSeal(state.content.executionFingerprint), "strong")];
  const ready = [
    [...seal, span("   "), ...readiness(state, runningKeys(state))],
    [...seal, span(" "), ...briefReadiness(state)],
  ];
  const lines = framed
    ? [
        askedEdge(content.title, state, columns),
        ...[...told, keys].map((each) => framedRow(each, columns)),
        lowerEdge(state, ready, columns),
      ]
    : bare(rows, [...firstFitting(ready, width), span("  "), ...destination], keys, told);
  while (lines.length < rows) lines.push([]);
  return lines.slice(0, rows).map((each) => padLine(each, columns));
}

const otherKeys: Forms = [
  line("r reject   e edit   Esc not now", "muted"),
  line("r reject  e edit  Esc not now", "muted"),
  line("r   e   Esc", "muted"),
];

/** The same keys behind how much was typed: they still act, so they still stand there. */
function keptThenKeys({ typed }: PanelState): Forms {
  const count = Array.from(typed).length;
  const kept = (words: string, keys: string): Line => [span(words, "warning"), span(keys, "muted")];
  return [
    kept(`${counted(count, "key")} kept`, "   r reject  e edit  Esc not now"),
    kept(`${count} kept`, "  r reject  e edit  Esc"),
    kept(`${count} kept`, "  r reject e edit Esc"),
    kept(`${count} kept`, "  r  e  Esc"),
    kept(`${count} kept`, ""),
    kept("kept", ""),
  ];
}

/** Whether a key would run it, and which other keys there are. */
function lowerEdge(state: PanelState, ready: Forms, columns: number): Line {
  const kept = state.typed !== "" && keptForms(state).length > 0;
  const notes = kept ? keptThenKeys(state) : otherKeys;
  const title = firstFitting(ready, innerWidth(columns));
  return bottomEdge(columns, title, firstFitting(notes, titleRoom(title, columns)));
}

function bare(rows: number, seal: Line, keys: Line, told: readonly Line[]): Line[] {
  return rows < 2 ? [seal] : [...told.slice(0, rows - 2), keys, seal];
}

/** Fewer columns than this have no room for keys in the lower edge. */
const wordsFrom = 60;

function stripKeys(state: PanelState, width: number): KeyHint[] {
  if (width < wordsFrom) return narrowKeys(state.content.grant);
  return [...runningKeys(state), { key: "Enter", does: "see all" }];
}

function runningKeys({ content }: PanelState): KeyHint[] {
  const grant = content.grant ? [{ key: "Ctrl+G", does: grantInWords(content.grant) }] : [];
  return [{ key: "Ctrl+Y", does: "run once" }, ...grant];
}

/** How much a grant allows is part of its key: words give way where it is narrow. */
function narrowKeys(grant: GrantOffer | null): KeyHint[] {
  const keys = [
    { key: "Ctrl+Y", does: "run" },
    { key: "Enter", does: "all" },
    { key: "Esc", does: "not now" },
  ];
  return grant ? keys.toSpliced(1, 0, { key: `Ctrl+G +${grant.runs}`, does: grantBehindRuns(grant) }) : keys;
}
