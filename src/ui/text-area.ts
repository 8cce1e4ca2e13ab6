/*
 * A text that a person edits, as data: where the cursor is and what a key does. Offsets stand between whole characters as a person
 * sees them, so nothing is ever cut inside an emoji or an accented letter.
 */
import { escapeText } from "../text/escape.ts";
import { wrapWidth } from "../text/measure.ts";
import type { Key, KeyName } from "./keys.ts";
import type { DocumentRow } from "./text-document.ts";

export interface TextArea {
  readonly text: string;
  /** UTF-16 offset. */
  readonly cursor: number;
}

const segmenter = new Intl.Segmenter();

export function textArea(text: string, cursor = text.length): TextArea {
  return { text, cursor };
}

/** What a key makes of it; Enter is the caller's. A page moves `pageLines` lines. */
export function typed(area: TextArea, key: Key, pageLines: number): TextArea {
  if (key.kind !== "named") return inserted(area, key.text);
  if (key.name === "new-line") return inserted(area, "\n");
  if (key.name === "backspace") return erased(area);
  return { ...area, cursor: moved(area, key.name, pageLines) };
}

function inserted({ text, cursor }: TextArea, more: string): TextArea {
  return { text: text.slice(0, cursor) + more + text.slice(cursor), cursor: cursor + more.length };
}

function erased({ text, cursor }: TextArea): TextArea {
  const before = previous(text, cursor);
  return { text: text.slice(0, before) + text.slice(cursor), cursor: before };
}

function moved({ text, cursor }: TextArea, name: KeyName, pageLines: number): number {
  switch (name) {
    case "left":
      return previous(text, cursor);
    case "right":
      return next(text, cursor);
    case "home":
      return lineStart(text, cursor);
    case "end":
      return lineEnd(text, cursor);
    case "up":
      return vertical(text, cursor, -1);
    case "down":
      return vertical(text, cursor, 1);
    case "page-up":
      return vertical(text, cursor, -pageLines);
    case "page-down":
      return vertical(text, cursor, pageLines);
    default:
      return cursor;
  }
}

function lineStart(text: string, at: number): number {
  return at === 0 ? 0 : text.lastIndexOf("\n", at - 1) + 1;
}

function lineEnd(text: string, at: number): number {
  const end = text.indexOf("\n", at);
  return end === -1 ? text.length : end;
}

function previous(text: string, at: number): number {
  const start = lineStart(text, at);
  if (at === start) return Math.max(0, at - 1);
  const last = [...segmenter.segment(text.slice(start, at))].at(-1);
  return start + (last?.index ?? 0);
}

function next(text: string, at: number): number {
  const end = lineEnd(text, at);
  if (at === end) return Math.min(text.length, at + 1);
  const [first] = segmenter.segment(text.slice(at, end));
  return at + (first?.segment.length ?? 0);
}

/** So many lines up or down, at the same number of characters from the line's start where the line is long enough. */
function vertical(text: string, cursor: number, by: number): number {
  const start = lineStart(text, cursor);
  const column = [...segmenter.segment(text.slice(start, cursor))].length;
  let line = start;
  for (let left = Math.abs(by); left > 0; left--) {
    if (by < 0 && line === 0) return 0;
    if (by > 0 && lineEnd(text, line) === text.length) return text.length;
    line = by < 0 ? lineStart(text, line - 1) : lineEnd(text, line) + 1;
  }
  const characters = [...segmenter.segment(text.slice(line, lineEnd(text, line)))];
  return line + (characters[column]?.index ?? lineEnd(text, line) - line);
}

/** Private use is never shown as itself, so this cannot be part of an escaped text. */
const mark = "\ue000";
const block = "█";

/** The rows around the cursor, escaped, at most `height` of them; only lines near the cursor are looked at. */
export function textAreaRows({ text, cursor }: TextArea, columns: number, height: number): DocumentRow[] {
  const start = lineStart(text, cursor);
  const shown = `${escapeText(text.slice(start, cursor))}${mark}${escapeText(text.slice(cursor, lineEnd(text, cursor)))}`;
  const current = rowsOf(shown, columns);
  const at = Math.max(
    0,
    current.findIndex((row) => row.text.includes(mark)),
  );
  const above = linesFrom(text, start, -1, height).flatMap((line) => rowsOf(escapeText(line), columns));
  const below = linesFrom(text, lineEnd(text, cursor), 1, height).flatMap((line) => rowsOf(escapeText(line), columns));
  const rows = [...above, ...current, ...below];
  const cursorRow = above.length + at;
  const last = Math.max(0, rows.length - height);
  const first = Math.min(last, Math.max(0, cursorRow - Math.floor(height / 2)));
  return rows
    .slice(first, first + height)
    .map((row) => (row.text.includes(mark) ? { ...row, text: row.text.replace(mark, block) } : row));
}

function rowsOf(line: string, columns: number): DocumentRow[] {
  return wrapWidth(line, columns - 1).map((text, index) => ({ kind: index === 0 ? "text" : "continued", text }));
}

/** At most `count` lines before a line's start or after a line's end, in the order of the text. */
function linesFrom(text: string, from: number, way: 1 | -1, count: number): string[] {
  const lines: string[] = [];
  let at = from;
  while (lines.length < count && (way < 0 ? at > 0 : at < text.length)) {
    const start = way < 0 ? lineStart(text, at - 1) : at + 1;
    const end = way < 0 ? at - 1 : lineEnd(text, start);
    if (way < 0) lines.unshift(text.slice(start, end));
    else lines.push(text.slice(start, end));
    at = way < 0 ? start : end;
  }
  return lines;
}
