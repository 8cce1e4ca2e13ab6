import { counted } from "../text/format.ts";
import { gutterRow } from "./gutter.ts";
import { type Line, line } from "./line.ts";
import { type Position, type TextDocument, visibleWindow } from "./text-document.ts";

/** What follows a window, in lines of the text, which its title counts too, however many rows a line takes. */
export function moreBelow({ lineCount }: TextDocument, next: Position): string {
  return `… ${lineCount - next.line} more of ${counted(lineCount, "line")}   PgDn`;
}

/** As many rows of a text as the window has; the last one says how much is left. */
export function documentRows(
  document: TextDocument,
  scroll: Position,
  window: { readonly columns: number; readonly rows: number },
): Line[] {
  const { rows, next } = visibleWindow(document, scroll, window.columns, window.rows);
  const body: Line[] = rows.map(gutterRow);
  if (next !== null && window.rows > 1) {
    body.push(line(moreBelow(document, next), "muted"));
  }
  while (body.length < window.rows) body.push(line(""));
  return body;
}
