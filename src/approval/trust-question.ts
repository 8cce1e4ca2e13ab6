import { escapeText } from "../text/escape.ts";
import { systemClock, type UiClock } from "../ui/clock.ts";
import { bottomEdge, divider, framedRow, topEdge } from "../ui/frame.ts";
import { gutterRow } from "../ui/gutter.ts";
import { loadInk } from "../ui/ink.ts";
import { keyHints } from "../ui/key-hints.ts";
import { type Line, line, padLine, span } from "../ui/line.ts";
import { giveBack, type PiUi } from "../ui/pi-ui.ts";
import { screen } from "../ui/screen.ts";
import { showInPi } from "../ui/show-in-pi.ts";
import { createTextDocument, visibleWindow } from "../ui/text-document.ts";
import type { Shown, View } from "../ui/view.ts";
import { isQuiet } from "./panel-model.ts";
import {
  type TrustAnswer,
  type TrustQuestion,
  type TrustState,
  trustState,
  trustWindow,
  updateTrust,
} from "./trust-state.ts";

/** Without a screen nobody was asked, and nothing is trusted. */
export type TrustOutcome = TrustAnswer | "no-screen" | "failed";

export interface TrustInPiOptions {
  readonly ui: PiUi;
  readonly signal: AbortSignal;
  readonly clock?: UiClock;
}

export async function askTrustInPi(question: TrustQuestion, options: TrustInPiOptions): Promise<TrustOutcome> {
  const { ui, signal, clock = systemClock } = options;
  const ink = await loadInk();
  if (signal.aborted) return "aborted";
  const shown = await showInPi(trustView(question), { ui, ink, clock, signal, overlay: true });
  if (shown.kind !== "no-screen") giveBack(ui, shown.state.typed);
  return outcomeOf(shown);
}

function outcomeOf(shown: Shown<TrustState>): TrustOutcome {
  return shown.kind === "finished" ? (shown.state.answer ?? "not-now") : shown.kind;
}

function trustView(question: TrustQuestion): View<TrustState, never> {
  const list = createTextDocument([{ text: listed(question) }]);
  return {
    start: (size, at) => trustState(question, list, size, at),
    update: updateTrust,
    draw: (ink, state, palette) => screen(ink, trustLines(state), palette),
    isFinished: (state) => state.answer !== null,
  };
}

/** The files, what is not as it was first, and below them what became of each. */
export function listed({ files, modules, differences = [] }: TrustQuestion): string {
  if (modules) return modules.join("\n");
  const width = Math.max(0, ...files.map((file) => file.status.length));
  const order = ["changed", "new", "removed", "same"];
  const sorted = [...files].sort((a, b) => order.indexOf(a.status) - order.indexOf(b.status));
  const rows = sorted.map((file) => `${file.status.padEnd(width)}  ${file.path}`);
  return [...rows, ...differences.flatMap(({ path, lines }) => ["", `${path}:`, ...lines])].join("\n");
}

/** Exactly `size.rows` rows of exactly `size.columns` columns. */
function trustLines(state: TrustState): Line[] {
  const { columns, rows } = state.size;
  const window = trustWindow(state.size);
  const framed = window.columns < columns;
  const { rows: shown, next } = visibleWindow(state.list, state.scroll, window.columns, window.rows);
  const body: Line[] = shown.map(gutterRow);
  if (next !== null && window.rows > 1) body.push(line(`… ${state.list.lineCount - next.line} more   PgDn`, "muted"));
  while (body.length < window.rows) body.push(line(""));
  const hints = keyHints(keys(state), window.columns);
  const path: Line = [span("Folder ", "accent"), span(escapeText(state.question.path), "strong")];
  const lines = framed
    ? [
        topEdge(line(title(state.question), "strong"), [], columns),
        framedRow(path, columns),
        framedRow(line(meaning(state.question)), columns),
        divider(line(counted(state.question)), [], columns),
        ...body.map((each) => framedRow(each, columns)),
        divider([], [], columns),
        framedRow(hints, columns),
        bottomEdge(columns),
      ]
    : [hints, path, line(title(state.question)), ...body];
  while (lines.length < rows) lines.push(line(""));
  return lines.slice(0, rows).map((each) => padLine(each, columns));
}

function keys(state: TrustState) {
  const ready = isQuiet(state, state.now) ? (state.question.modules ? "let it run" : "trust") : "after a pause";
  return [
    { key: "Ctrl+Y", does: ready },
    { key: "Esc", does: "not now" },
    { key: "↑↓", does: "scroll" },
  ];
}

function title({ modules }: TrustQuestion): string {
  return modules ? "LET THIS PROJECT'S CODE RUN AS YOU?" : "TRUST THIS PROJECT'S AGENTS?";
}

function meaning({ modules, files }: TrustQuestion): string {
  if (modules) return "These modules run with all your rights whenever a prompt is compiled.";
  const before = files.some((file) => file.status === "same" || file.status === "changed" || file.status === "removed");
  return before
    ? "You trusted it before; these files have changed since."
    : "These files choose prompts, tools and limits.";
}

function counted({ files, modules }: TrustQuestion): string {
  const count = modules ? modules.length : files.length;
  return `${count} ${modules ? "module" : "file"}${count === 1 ? "" : "s"}`;
}
