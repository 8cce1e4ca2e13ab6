/*
 * Trust is decided as deliberately as an approval: Ctrl+Y from half a second of quiet, Esc is "not now", everything else that
 * is typed goes back to the editor.
 */
import type { Key } from "../ui/keys.ts";
import { isDeliberate, isQuiet } from "../ui/quiet.ts";
import { scrolledByKey } from "../ui/scroll-keys.ts";
import { createTextDocument, type Position, start, type TextDocument } from "../ui/text-document.ts";
import type { HostEvent, Size } from "../ui/view.ts";

export interface TrustQuestion {
  /** Real path of the project. */
  readonly path: string;
  /** Every file that carries authority or prompt text, relative to the project. */
  readonly files: readonly { readonly path: string; readonly status: "new" | "changed" | "same" | "removed" }[];
  /** Something changed while it was asked before. */
  readonly again?: boolean;
  /** What became of changed files, line by line. */
  readonly differences?: readonly { readonly path: string; readonly lines: readonly string[] }[];
  /** What a file says, exactly as far as it is the one that is asked about; undefined for what cannot be shown so. */
  readonly textOf?: (path: string) => string | undefined;
  /** Code modules; set when the question is about running them, which is asked apart. */
  readonly modules?: readonly string[];
}

export interface TrustPage {
  readonly title: string;
  /** Made when it is looked at: there may be thousands. */
  readonly document: () => TextDocument;
}

export type TrustAnswer = "trusted" | "not-now" | "aborted";

export interface TrustState {
  readonly question: TrustQuestion;
  /** The list of files and, page by page, what each says. */
  readonly pages: readonly TrustPage[];
  readonly page: number;
  readonly size: Size;
  readonly lastKeyAt: number;
  readonly now: number;
  readonly scroll: Position;
  readonly typed: string;
  readonly answer: TrustAnswer | null;
}

export function trustState(question: TrustQuestion, pages: readonly TrustPage[], size: Size, at: number): TrustState {
  return { question, pages, page: 0, size, lastKeyAt: at, now: at, scroll: start, typed: "", answer: null };
}

export function openDocument({ pages, page }: TrustState): TextDocument {
  return pages[page]?.document() ?? createTextDocument([]);
}

/** Rows that the list has, and the columns of its text. */
export function trustWindow(size: Size): { readonly rows: number; readonly columns: number } {
  const framed = size.columns >= 24 && size.rows >= 10;
  return {
    rows: Math.max(0, size.rows - (framed ? 7 : 3)),
    columns: Math.max(1, framed ? size.columns - 4 : size.columns),
  };
}

export function updateTrust(state: TrustState, event: HostEvent): TrustState {
  if (state.answer) return state;
  switch (event.type) {
    case "abort":
      return { ...state, answer: "aborted" };
    case "resize":
      return { ...state, size: event.size };
    case "tick":
      return isQuiet(state, event.at) === isQuiet(state, state.now) ? state : { ...state, now: event.at };
    case "shown":
      return { ...state, lastKeyAt: event.at, now: event.at };
    case "key": {
      const quiet = isDeliberate(state, event);
      return { ...pressed(state, event.key, quiet), lastKeyAt: event.at, now: event.at };
    }
  }
}

function pressed(state: TrustState, key: Key, quiet: boolean): TrustState {
  if (key.kind !== "named") return { ...state, typed: state.typed + key.text };
  const { rows, columns } = trustWindow(state.size);
  const scroll = scrolledByKey(openDocument(state), state.scroll, key.name, columns, rows);
  if (scroll) return { ...state, scroll };
  switch (key.name) {
    case "approve":
      return quiet && key.repeat !== true ? { ...state, answer: "trusted" } : state;
    case "tab":
    case "right":
      return turned(state, 1);
    case "back-tab":
    case "left":
      return turned(state, -1);
    case "escape":
      return { ...state, answer: "not-now" };
    case "interrupt":
      return { ...state, answer: "aborted" };
    case "enter":
    case "new-line":
      return { ...state, typed: `${state.typed}\n` };
    case "backspace":
      return { ...state, typed: Array.from(state.typed).slice(0, -1).join("") };
    default:
      return state;
  }
}

function turned(state: TrustState, by: number): TrustState {
  const { length } = state.pages;
  return { ...state, page: (state.page + by + length) % length, scroll: start };
}
