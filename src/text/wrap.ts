import { displayWidth, fitsWidth } from "./measure.ts";

/**
 * Rows of at most `width` columns, broken at blanks. A word that is wider than that stands in a row of its own and is not cut:
 * half of a path or of a command is of no use. `first` stands before the first row, blanks of its width before the others.
 */
export function wrapWords(text: string, width: number, first = ""): string[] {
  const indent = " ".repeat(displayWidth(first));
  const rows: string[] = [];
  let row = first;
  let isEmpty = true;
  for (const word of text.split(/ +/).filter((each) => each !== "")) {
    const next = isEmpty ? `${row}${word}` : `${row} ${word}`;
    if (!isEmpty && !fitsWidth(next, width)) {
      rows.push(row);
      row = `${indent}${word}`;
    } else row = next;
    isEmpty = false;
  }
  return [...rows, row];
}
