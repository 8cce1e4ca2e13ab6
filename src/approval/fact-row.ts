import { displayWidth, fitsWidth, fitWidth } from "../text/measure.ts";
import { fitLine, type Line, lineText, span } from "../ui/line.ts";

/** Wordings of one row, the longest first. */
export type Forms = readonly Line[];

/** One row of what a person judges. The smaller the rank, the longer it stays on a small screen. */
export interface FactRow {
  readonly label: string;
  readonly value: Line;
  readonly rank: number;
}

export const labelWidth = 7;
/** Fewer columns of a text say nothing. */
const leastText = 10;

export function fits(line: Line, width: number): boolean {
  return fitsWidth(lineText(line), width);
}

/** The first of several wordings that fits, or the last one. */
export function firstFitting(forms: readonly Line[], width: number): Line {
  return forms.find((form) => fits(form, width)) ?? forms.at(-1) ?? [];
}

/** The same; where none fits, the last one cut, and where it stands whole. */
export function fitted(forms: readonly Line[], width: number, page: number): Line {
  const last = firstFitting(forms, width);
  if (fits(last, width)) return last;
  const whole = ` page ${page}`;
  if (width < whole.length + leastText) return fitLine(last, width);
  return [...fitLine(last, width - whole.length), span(whole, "muted")];
}

/** As much of a text as there is room for beside the rest of its row; nothing where that is too little. */
export function fittedText(text: string, rest: Line, width: number): string {
  const row = lineText(rest);
  const room = fitsWidth(row, width) ? width - displayWidth(row) : 0;
  return room < leastText ? "" : fitWidth(text, room);
}
