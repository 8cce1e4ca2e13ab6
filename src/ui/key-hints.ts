import { displayWidth } from "../text/measure.ts";
import { type Line, span } from "./line.ts";

export interface KeyHint {
  readonly key: string;
  readonly does: string;
}

/** As many hints as fit, the first ones first; when not even those fit with words, the keys alone. */
export function keyHints(hints: readonly KeyHint[], width: number): Line {
  const full = taken(hints, width, (hint) => `${hint.key} ${hint.does}`);
  if (full === hints.length || full >= 2) return hints.slice(0, full).flatMap((hint, index) => hintSpans(hint, index));
  const short = taken(hints, width, (hint) => hint.key);
  return hints.slice(0, short).flatMap((hint, index) => [span(index > 0 ? "   " : ""), span(hint.key, "strong")]);
}

function hintSpans(hint: KeyHint, index: number): Line {
  return [span(index > 0 ? "   " : ""), span(hint.key, "strong"), span(` ${hint.does}`, "muted")];
}

function taken(hints: readonly KeyHint[], width: number, text: (hint: KeyHint) => string): number {
  let used = 0;
  for (const [index, hint] of hints.entries()) {
    used += displayWidth(text(hint)) + (index > 0 ? 3 : 0);
    if (used > width) return index;
  }
  return hints.length;
}
