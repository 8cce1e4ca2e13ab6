import { countEscaped, escapeLines, escapeText } from "../text/escape.ts";
import { wrapWidth } from "../text/measure.ts";

/** A text from outside, with an optional heading of our own above it; or a heading alone. */
export type Section =
  | { readonly heading?: string; readonly text: string }
  | { readonly heading: string; readonly text?: never };

export interface DocumentRow {
  /** A heading is ours and stands outside the gutter; text and what continues a line stand behind it. */
  readonly kind: "heading" | "text" | "continued";
  readonly text: string;
}

/** A place in a document. `row` counts rows of that line at `columns`, so a resize there and back keeps the place exactly. */
export interface Position {
  readonly line: number;
  readonly row: number;
  readonly columns: number;
}

export const start: Position = { line: 0, row: 0, columns: 80 };

/** Escaped once, wrapped only where it is looked at: a megabyte costs no more to show than a screen of it. */
export interface TextDocument {
  readonly lineCount: number;
  /** UTF-8 bytes of the texts, headings not counted. */
  readonly bytes: number;
  readonly escapedCharacters: number;
  rows(line: number, columns: number): readonly DocumentRow[];
}

const cachedLines = 1000;

export function createTextDocument(sections: readonly Section[]): TextDocument {
  const lines = sections.flatMap(linesOf);
  const cache = new Map<string, readonly DocumentRow[]>();
  return {
    lineCount: lines.length,
    bytes: sections.reduce((sum, { text = "" }) => sum + Buffer.byteLength(text), 0),
    escapedCharacters: sections.reduce((sum, { text = "" }) => sum + countEscaped(text), 0),
    rows(index, columns) {
      const key = `${index}:${columns}`;
      const known = cache.get(key);
      if (known) return known;
      const line = lines[index];
      const rows = line === undefined ? [] : rowsOf(line, columns);
      if (cache.size >= cachedLines) cache.clear();
      cache.set(key, rows);
      return rows;
    },
  };
}

/** The rows on screen from a position on, and the position after the last of them; null when that is the end. */
export function visibleRows(
  document: TextDocument,
  from: Position,
  columns: number,
  height: number,
): { readonly rows: readonly DocumentRow[]; readonly next: Position | null } {
  const rows: DocumentRow[] = [];
  let { line, row } = placeAt(document, from, columns);
  while (line < document.lineCount && rows.length < height) {
    const all = document.rows(line, columns);
    const taken = all.slice(row, row + height - rows.length);
    rows.push(...taken);
    row += taken.length;
    if (row >= all.length) {
      line += 1;
      row = 0;
    }
  }
  return { rows, next: line < document.lineCount ? { line, row, columns } : null };
}

/** What a window shows. Where more follows, its last row is left free to say so. */
export function visibleWindow(
  document: TextDocument,
  from: Position,
  columns: number,
  height: number,
): ReturnType<typeof visibleRows> {
  const whole = visibleRows(document, from, columns, height);
  return whole.next === null || height < 2 ? whole : visibleRows(document, from, columns, height - 1);
}

/** Moves by rows, backwards when negative, and stops where the last row is at the bottom of the window. */
export function scrolled(
  document: TextDocument,
  from: Position,
  by: number,
  columns: number,
  height: number,
): Position {
  const wanted = moved(document, placeAt(document, from, columns), by, columns);
  const last = moved(document, { line: document.lineCount, row: 0, columns }, -height, columns);
  return isBefore(last, wanted) ? last : wanted;
}

export function endOf(document: TextDocument, columns: number, height: number): Position {
  return moved(document, { line: document.lineCount, row: 0, columns }, -height, columns);
}

/** Both at the same width. */
export function isBefore(a: Position, b: Position): boolean {
  return a.line < b.line || (a.line === b.line && a.row < b.row);
}

/** The same place at another width. */
export function placeAt(document: TextDocument, from: Position, columns: number): Position {
  if (from.columns === columns) return from;
  const before = document.rows(from.line, from.columns).length;
  const after = document.rows(from.line, columns).length;
  const row = before > 0 ? Math.min(Math.floor((from.row * after) / before), Math.max(0, after - 1)) : 0;
  return { line: from.line, row, columns };
}

function moved(document: TextDocument, from: Position, by: number, columns: number): Position {
  let { line, row } = from;
  row += by;
  while (row < 0 && line > 0) {
    line -= 1;
    row += document.rows(line, columns).length;
  }
  while (line < document.lineCount && row >= document.rows(line, columns).length) {
    row -= document.rows(line, columns).length;
    line += 1;
  }
  return { line, row: line < document.lineCount ? Math.max(0, row) : 0, columns };
}

interface SourceLine {
  readonly heading: boolean;
  readonly text: string;
}

function linesOf({ heading, text }: Section): SourceLine[] {
  const lines = text === undefined ? [] : escapeLines(text).map((each) => ({ heading: false, text: each }));
  if (heading === undefined) return lines;
  return [{ heading: true, text: escapeText(heading) }, ...lines];
}

function rowsOf(line: SourceLine, columns: number): DocumentRow[] {
  // One column is the gutter's.
  const rows = wrapWidth(line.text, columns - 1);
  if (line.heading) return rows.map((text) => ({ kind: "heading", text: text.trimStart() }));
  return rows.map((text, index) => ({ kind: index === 0 ? "text" : "continued", text }));
}
