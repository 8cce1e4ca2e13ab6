import { escapeText } from "../text/escape.ts";
import { systemClock, type UiClock } from "../ui/clock.ts";
import { documentRows } from "../ui/document-rows.ts";
import { divider, framedRow, topEdge } from "../ui/frame.ts";
import { loadInk } from "../ui/ink.ts";
import { keyHints } from "../ui/key-hints.ts";
import { type Line, line, padLine, span } from "../ui/line.ts";
import { giveBack, type PiUi } from "../ui/pi-ui.ts";
import { isQuiet } from "../ui/quiet.ts";
import { screen } from "../ui/screen.ts";
import { showInPi } from "../ui/show-in-pi.ts";
import { typedEdge } from "../ui/typed-edge.ts";
import type { Shown, View } from "../ui/view.ts";
import { trustPages } from "./trust-pages.ts";
import {
  openDocument,
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
  const pages = trustPages(question);
  return {
    start: (size, at) => trustState(question, pages, size, at),
    update: updateTrust,
    draw: (ink, state, palette) => screen(ink, trustLines(state), palette),
    isFinished: (state) => state.answer !== null,
  };
}

/** Exactly `size.rows` rows of exactly `size.columns` columns. */
function trustLines(state: TrustState): Line[] {
  const { columns, rows } = state.size;
  const window = trustWindow(state.size);
  const framed = window.columns < columns;
  const body = documentRows(openDocument(state), state.scroll, window);
  const hints = keyHints(keys(state), window.columns);
  const path: Line = [span("Folder ", "accent"), span(escapeText(state.question.path), "strong")];
  const lines = framed
    ? [
        topEdge(line(title(state.question), "strong"), [], columns),
        framedRow(path, columns),
        framedRow(line(meaning(state.question)), columns),
        divider(line(escapeText(state.pages[state.page]?.title ?? "")), [], columns),
        ...body.map((each) => framedRow(each, columns)),
        divider([], [], columns),
        framedRow(hints, columns),
        typedEdge(state.typed, columns),
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
    ...(state.pages.length > 1 ? [{ key: "Tab", does: nextPage(state) }] : []),
    { key: "↑↓", does: "scroll" },
  ];
}

function nextPage({ page, pages }: TrustState): string {
  if (page === 0) return "read the files";
  return page + 1 < pages.length ? "next file" : "back to the list";
}

function title({ modules }: TrustQuestion): string {
  return modules ? "LET THIS PROJECT'S CODE RUN AS YOU?" : "TRUST THIS PROJECT'S AGENTS?";
}

function meaning({ modules, files, again }: TrustQuestion): string {
  if (again) return "Files changed while you were asked, so you are asked again.";
  if (modules) return "These modules run with all your rights whenever a prompt is compiled.";
  const before = files.some((file) => file.status === "same" || file.status === "changed" || file.status === "removed");
  return before
    ? "You trusted it before; these files have changed since."
    : "These files choose prompts, tools and limits.";
}
