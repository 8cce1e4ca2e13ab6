import { type Line, span } from "./line.ts";
import type { DocumentRow } from "./text-document.ts";

/** Text from outside always stands to the right of this; a broken gutter marks a row that continues a line. */
const gutter = { text: "▏", continued: "┊" };

export function gutterRow(row: DocumentRow): Line {
  if (row.kind === "heading") return [span(row.text, "accent")];
  return [span(gutter[row.kind], "muted"), span(row.text)];
}
