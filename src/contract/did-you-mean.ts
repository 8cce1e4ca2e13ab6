import { nearest } from "../text/nearest.ts";

/** ` Did you mean "x"?`, or nothing; to be put after a sentence. */
export function didYouMean(word: string, candidates: Iterable<string>): string {
  const meant = nearest(word, candidates);
  return meant === undefined ? "" : ` Did you mean "${meant}"?`;
}
