import { diffArrays } from "diff";

export interface LineDiff {
  /** `- ` gone, `+ ` new, two blanks unchanged; what is left out between is counted. */
  readonly lines: readonly string[];
  readonly added: number;
  readonly removed: number;
}

const context = 2;
/** Beyond this the two have so little in common that a diff says nothing. */
const maxEditLength = 4000;

/** What became of a text, line by line, with two unchanged lines around each change. */
export function lineDiff(before: string, after: string): LineDiff {
  const [old, now] = linesOf(before, after);
  const changes = diffArrays(old, now, { maxEditLength }) ?? [
    { removed: true, added: false, value: old },
    { removed: false, added: true, value: now },
  ];
  const count = (which: "added" | "removed") =>
    changes.reduce((sum, change) => sum + (change[which] ? change.value.length : 0), 0);
  const lines = changes.flatMap(({ added, removed, value }, index) => {
    if (added || removed) return value.map((line) => marked(added ? "+" : "-", line));
    return unchanged(value, index > 0, index < changes.length - 1);
  });
  return { lines, added: count("added"), removed: count("removed") };
}

/** What follows the last line break of both is no line; of one alone it is a difference. */
function linesOf(before: string, after: string): readonly [string[], string[]] {
  const bothEnd = before.endsWith("\n") && after.endsWith("\n");
  const split = (text: string) => (bothEnd ? text.slice(0, -1) : text).split("\n");
  return [split(before), split(after)];
}

/** No blank after the mark of an empty line: it would be shown as a character of the line. */
function marked(mark: string, line: string): string {
  return line === "" ? mark.trimEnd() : `${mark} ${line}`;
}

function unchanged(lines: readonly string[], after: boolean, before: boolean): string[] {
  const head = after ? context : 0;
  const tail = before ? context : 0;
  const shown = (some: readonly string[]) => some.map((line) => marked(" ", line));
  if (lines.length <= head + tail + 1) return shown(lines);
  const left = lines.length - head - tail;
  return [...shown(lines.slice(0, head)), `… ${left} unchanged lines`, ...shown(lines.slice(lines.length - tail))];
}
