export interface TextPosition {
  /** 1-based. */
  readonly line: number;
  /** 1-based, in UTF-16 units. */
  readonly column: number;
}

/** Turns an offset into a line and a column; LF, CRLF and a lone CR each end a line. */
export function positionsOf(text: string): (offset: number) => TextPosition {
  const starts = [0];
  for (const match of text.matchAll(/\r\n|\n|\r/g)) starts.push(match.index + match[0].length);
  return (offset) => {
    const line = lastAtOrBefore(starts, offset);
    return { line: line + 1, column: offset - (starts[line] ?? 0) + 1 };
  };
}

function lastAtOrBefore(sorted: readonly number[], value: number): number {
  let low = 0;
  let high = sorted.length - 1;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((sorted[middle] ?? 0) <= value) low = middle;
    else high = middle - 1;
  }
  return low;
}
