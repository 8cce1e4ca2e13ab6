import type { KeyName } from "./keys.ts";
import { endOf, type Position, scrolled, start, type TextDocument } from "./text-document.ts";

/** Where a key takes a text in a window of so many columns and rows; undefined for a key that does not scroll. A page keeps one row in view. */
export function scrolledByKey(
  document: TextDocument,
  from: Position,
  name: KeyName,
  columns: number,
  rows: number,
): Position | undefined {
  const by = (count: number) => scrolled(document, from, count, columns, rows);
  const page = Math.max(1, rows - 1);
  switch (name) {
    case "up":
      return by(-1);
    case "down":
      return by(1);
    case "page-up":
      return by(-page);
    case "page-down":
      return by(page);
    case "home":
      return start;
    case "end":
      return endOf(document, columns, rows);
    default:
      return undefined;
  }
}
