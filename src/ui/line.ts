import { displayWidth, fitsWidth, fitWidth } from "../text/measure.ts";

/** How a piece of text is meant; a palette turns it into colour. Nothing may depend on colour to be understood. */
export type Style = "plain" | "strong" | "accent" | "muted" | "good" | "warning" | "danger";
export type Palette = (style: Style, text: string) => string;

export interface Span {
  readonly text: string;
  readonly style: Style;
}
/** One row. Its texts are already escaped and hold no styling, so that it can be measured. */
export type Line = readonly Span[];

export const noColour: Palette = (_style, text) => text;

export function span(text: string, style: Style = "plain"): Span {
  return { text, style };
}

export function line(text: string, style: Style = "plain"): Line {
  return [span(text, style)];
}

export function lineText(spans: Line): string {
  return spans.map((each) => each.text).join("");
}

/** Exactly `width` columns. */
export function padLine(spans: Line, width: number): Line {
  const fitted = fitLine(spans, width);
  const missing = width - displayWidth(lineText(fitted));
  return missing > 0 ? [...fitted, span(" ".repeat(missing))] : fitted;
}

/** At most `width` columns; what was cut is shown by an ellipsis. */
export function fitLine(spans: Line, width: number): Line {
  if (fitsWidth(lineText(spans), width)) return spans;
  const fitted: Span[] = [];
  let left = width;
  for (const each of spans) {
    if (!fitsWidth(each.text, left - 1)) return left > 0 ? [...fitted, span(cut(each.text, left), each.style)] : fitted;
    fitted.push(each);
    left -= displayWidth(each.text);
  }
  return fitted;
}

/** More follows what ends here, so the ellipsis is shown even where the span itself would fit. */
function cut(text: string, width: number): string {
  return fitsWidth(text, width) ? fitWidth(`${text}${" ".repeat(width)}`, width) : fitWidth(text, width);
}
