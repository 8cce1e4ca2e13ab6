import { escapeText } from "../text/escape.ts";
import { counted } from "../text/format.ts";
import { documentRows } from "./document-rows.ts";
import { divider, framedRow, innerWidth, topEdge } from "./frame.ts";
import { type KeyHint, keyHints } from "./key-hints.ts";
import type { Key, KeyName } from "./keys.ts";
import { type Line, line, padLine, span } from "./line.ts";
import { closingHint, type Reading, readFrom, readOn, readUntil, unread } from "./reading-keys.ts";
import { screen } from "./screen.ts";
import { scrolledByKey } from "./scroll-keys.ts";
import { createTextDocument, type Position, start, type TextDocument } from "./text-document.ts";
import { typedEdge } from "./typed-edge.ts";
import type { HostEvent, KeyEvent, Size, View } from "./view.ts";

/** Something that a single letter does; the view closes and says which. */
export interface PageAction extends KeyHint {
  readonly name: string;
}

export interface PagesOptions {
  readonly title: string;
  /** At most nine; texts are verbatim. */
  readonly pages: readonly { readonly name: string; readonly text: string }[];
  readonly actions: readonly PageAction[];
}

export interface PagesState extends Reading {
  readonly size: Size;
  readonly page: number;
  /** Where each page stands. */
  readonly scrolls: readonly Position[];
  /** Name of the action that closed the view. */
  readonly action?: string;
}

/** Texts to read on the whole screen, a page at a time, until Esc. What is typed meanwhile and means nothing is kept. */
export function pagesView(options: PagesOptions): View<PagesState, never> {
  const documents = options.pages.map(({ text }) => createTextDocument([{ text }]));
  return {
    start: (size) => ({ ...unread, size, page: 0, scrolls: documents.map(() => start) }),
    update: (state, event) => updatePages(options, documents, state, event),
    draw: (ink, state, palette) => screen(ink, pagesLines(options, documents, state), palette),
    isFinished: (state) => state.closed,
  };
}

function updatePages(
  options: PagesOptions,
  documents: readonly TextDocument[],
  state: PagesState,
  event: HostEvent,
): PagesState {
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
      return readUntil(pressed(options, documents, state, event), event);
  }
}

function pressed(
  options: PagesOptions,
  documents: readonly TextDocument[],
  state: PagesState,
  event: KeyEvent,
): PagesState {
  if (event.key.kind === "named") return named(documents, state, event.key.name, event);
  // Of several letters at once none is a command: they are prose that began elsewhere.
  return event.burst || state.typed !== "" ? typed(state, event.key) : letter(options, state, event.key);
}

type TypedKey = Exclude<Key, { readonly kind: "named" }>;

function typed(state: PagesState, key: TypedKey): PagesState {
  return { ...state, typed: state.typed + key.text };
}

function letter({ pages, actions }: PagesOptions, state: PagesState, key: TypedKey): PagesState {
  const page = key.kind === "text" && /^[1-9]$/.test(key.text) ? Number(key.text) - 1 : -1;
  if (page >= 0 && page < pages.length) return { ...state, page };
  const action = key.kind === "text" ? actions.find((each) => each.key === key.text) : undefined;
  return action ? { ...state, closed: true, action: action.name } : typed(state, key);
}

function named(documents: readonly TextDocument[], state: PagesState, name: KeyName, event: KeyEvent): PagesState {
  const { page, scrolls } = state;
  const document = documents[page];
  const { columns, rows } = windowOf(state.size);
  const scroll = document && scrolledByKey(document, scrolls[page] ?? start, name, columns, rows);
  if (scroll) return { ...state, scrolls: scrolls.with(page, scroll) };
  switch (name) {
    case "tab":
    case "right":
      return { ...state, page: (page + 1) % documents.length };
    case "back-tab":
    case "left":
      return { ...state, page: (page + documents.length - 1) % documents.length };
    default:
      return readOn(state, name, event);
  }
}

function windowOf({ columns, rows }: Size): { readonly columns: number; readonly rows: number } {
  return { columns: Math.max(2, innerWidth(columns)), rows: Math.max(1, rows - 5) };
}

/** Exactly `size.rows` rows of exactly `size.columns` columns. */
function pagesLines(
  { title, pages, actions }: PagesOptions,
  documents: readonly TextDocument[],
  state: PagesState,
): Line[] {
  const { size, page, scrolls, typed } = state;
  const window = windowOf(size);
  const document = documents[page] ?? createTextDocument([]);
  const count = counted(document.lineCount, "line");
  const rows = [
    topEdge([span(escapeText(title), "strong")], line(count, "muted"), size.columns),
    ...documentRows(document, scrolls[page] ?? start, window).map((each) => framedRow(each, size.columns)),
    divider([], [], size.columns),
    framedRow(tabs(pages, page), size.columns),
    framedRow(keyHints([closingHint(state), ...fixedHints, ...actions, ...lastHints], window.columns), size.columns),
    typedEdge(typed, size.columns),
  ];
  return rows.slice(0, size.rows).map((each) => padLine(each, size.columns));
}

/** The open page is marked by brackets, so that no colour is needed. */
function tabs(pages: PagesOptions["pages"], open: number): Line {
  return pages.flatMap(({ name }, index) => {
    const label = `${index + 1} ${escapeText(name)}`;
    return [span(index === 0 ? "" : "  "), index === open ? span(`[${label}]`, "strong") : span(label, "muted")];
  });
}

const fixedHints = [{ key: "Tab", does: "next" }];
const lastHints = [{ key: "↑↓ PgUp PgDn Home End", does: "scroll" }];
