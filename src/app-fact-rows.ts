import { isDigest } from "./text/readable.ts";

export type Fact = readonly [label: string, value: string];

/**
 * Facts below each other, their values in one column. A row that is a digest begins in the first column: there 80 columns hold it whole, so
 * that two can be compared.
 */
export function factRows(facts: Iterable<Fact>, labelWidth: number): string {
  return [...facts].flatMap((fact) => rowsOf(fact, labelWidth)).join("\n");
}

function rowsOf([label, value]: Fact, labelWidth: number): string[] {
  const [first = "", ...others] = value.split("\n");
  const indent = " ".repeat(labelWidth + 1);
  const hanging = (row: string) => (isDigest(row.trim()) ? row.trim() : `${indent}${row}`);
  return isDigest(first)
    ? [label, first, ...others.map(hanging)]
    : [`${label.padEnd(labelWidth)} ${first}`, ...others.map(hanging)];
}
