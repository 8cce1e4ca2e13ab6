export interface Line {
  price: number;
  count: number;
}

/** Total in whole cents. */
export function total(lines: readonly Line[]): number {
  return Math.round(lines.reduce((sum, line) => sum + line.price * line.count, 0) * 100);
}
