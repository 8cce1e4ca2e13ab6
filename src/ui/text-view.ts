import { escapeText } from "../text/escape.ts";
import { counted } from "../text/format.ts";
import { documentRows } from "./document-rows.ts";
import { divider, framedRow, innerWidth, topEdge } from "./frame.ts";
import { type KeyHint, keyHints } from "./key-hints.ts";
import { type Line, line, padLine, span } from "./line.ts";
import { closingHint, type Reading, readFrom, readOn, readUntil, unread } from "./reading-keys.ts";
import { screen } from "./screen.ts";
import { scrolledByKey } from "./scroll-keys.ts";
import { createTextDocument, type Position, start, type TextDocument } from "./text-document.ts";
import { typedEdge } from "./typed-edge.ts";
import type { HostEvent, KeyEvent, Size, View } from "./view.ts";

export interface TextState extends Reading {
  readonly size: Size;
  readonly scroll: Position;
}

/** A text to read, from its beginning, on the whole screen, until Esc. What is typed meanwhile is kept. */
export function textView(title: string, text: string): View<TextState, never> {
  const document = createTextDocument([{ text }]);
  return {
    start: (size) => ({ ...unread, size, scroll: start }),
    update: (state, event) => updateText(document, state, event),
    draw: (ink, state, palette) => screen(ink, textLines(title, document, state), palette),
    isFinished: (state) => state.closed,
  };
}

function updateText(document: TextDocument, state: TextState, event: HostEvent): TextState {
  switch (event.type) {
    case "abort":
      return { ...state, closed: true };
    case "resize":
      return { ...state, size: event.size };
    case "tick":
      return state;
    case "shown":
      return readFrom(state, event.at);
    case "key":
      return readUntil(pressed(document, state, event), event);
  }
}

function pressed(document: TextDocument, state: TextState, event: KeyEvent): TextState {
  const { key } = event;
  if (key.kind !== "named") return { ...state, typed: state.typed + key.text };
  const { columns, rows } = windowOf(state.size);
  const scroll = scrolledByKey(document, state.scroll, key.name, columns, rows);
  return scroll ? { ...state, scroll } : readOn(state, key.name, event);
}

function windowOf({ columns, rows }: Size): { readonly columns: number; readonly rows: number } {
  return { columns: Math.max(2, innerWidth(columns)), rows: Math.max(1, rows - 4) };
}

/** Exactly `size.rows` rows of exactly `size.columns` columns. */
function textLines(title: string, document: TextDocument, state: TextState): Line[] {
  const { size, scroll, typed } = state;
  const window = windowOf(size);
  const count = line(counted(document.lineCount, "line"), "muted");
  const lines = [
    topEdge([span(escapeText(title), "strong")], count, size.columns),
    ...documentRows(document, scroll, window).map((each) => framedRow(each, size.columns)),
    divider([], [], size.columns),
    framedRow(keyHints([closingHint(state), scrollHint(window.columns)], window.columns), size.columns),
    typedEdge(typed, size.columns),
  ];
  return lines.slice(0, size.rows).map((each) => padLine(each, size.columns));
}

/** What closes it keeps its words where it is narrow. */
function scrollHint(columns: number): KeyHint {
  return { key: columns < 40 ? "↑↓ PgUp PgDn" : "↑↓ PgUp PgDn Home End", does: "scroll" };
}
