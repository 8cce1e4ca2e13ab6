import { runNumber } from "./run-file.ts";

/** Which runs a word means. */
export type Selection =
  | { readonly kind: "all" }
  | { readonly kind: "last" }
  | { readonly kind: "run"; readonly id: string }
  | { readonly kind: "older"; readonly days: number };

/** `r_41` or `41`, `last`, `all`, or `30d` for everything older than thirty days; undefined for anything else. */
export function parseSelection(word: string): Selection | undefined {
  if (word === "all" || word === "last") return { kind: word };
  const [, days] = /^(\d{1,5})d$/.exec(word) ?? [];
  if (days !== undefined) return { kind: "older", days: Number(days) };
  const id = /^\d/.test(word) ? `r_${word}` : word;
  return runNumber(id) === undefined ? undefined : { kind: "run", id };
}
