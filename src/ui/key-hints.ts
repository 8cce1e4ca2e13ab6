import { displayWidth } from "../text/measure.ts";
import { type Line, lineText, span } from "./line.ts";

export interface KeyHint {
  readonly key: string;
  readonly does: string;
}

/**
 * As many hints as fit, the first ones first. Where only one or two have room for their words, those give room to the keys of all the
 * others; when not even that fits, the keys alone.
 */
export function keyHints(hints: readonly KeyHint[], width: number): Line {
  const full = taken(hints.map(inWords), width);
  if (full === hints.length || full >= 3) return hintLine(hints.slice(0, full).map(inWords));
  for (let words = full; words > 0; words--) {
    const mixed = hints.map((hint, index) => (index < words ? inWords(hint) : keyAlone(hint)));
    if (taken(mixed, width) === hints.length) return hintLine(mixed);
  }
  if (full === 2) return hintLine(hints.slice(0, full).map(inWords));
  const alone = hints.map(keyAlone);
  return hintLine(alone.slice(0, taken(alone, width)));
}

function inWords({ key, does }: KeyHint): Line {
  return [span(key, "strong"), span(` ${does}`, "muted")];
}

function keyAlone({ key }: KeyHint): Line {
  return [span(key, "strong")];
}

const gap = span("   ");

function hintLine(hints: readonly Line[]): Line {
  return hints.flatMap((hint, index) => (index > 0 ? [gap, ...hint] : hint));
}

/** How many of them fit, one after the other. */
function taken(hints: readonly Line[], width: number): number {
  let used = 0;
  for (const [index, hint] of hints.entries()) {
    used += displayWidth(lineText(hint)) + (index > 0 ? gap.text.length : 0);
    if (used > width) return index;
  }
  return hints.length;
}
