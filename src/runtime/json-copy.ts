import { canonicalForm } from "../contract/canonical-json.ts";
import { isCopyOf } from "../contract/frozen.ts";

/** A copy made of nothing but JSON: no accessor or prototype survives, and nothing is shared that can change. Throws TypeError for anything else. */
export function jsonCopy<T>(value: T): T {
  const { copy } = canonicalForm(value);
  if (!isCopyOf(value, copy)) throw new TypeError("The copy is not of the original's type.");
  return copy;
}
