import { canonicalForm } from "../contract/canonical-json.ts";

/** A copy made of nothing but JSON: no accessor, prototype or shared reference survives. Throws TypeError for anything else. */
export function jsonCopy<T>(value: T): T {
  const { copy } = canonicalForm(value);
  if (!isCopyOf(value, copy)) throw new TypeError("The copy is not of the original's type.");
  return copy;
}

/** A JSON copy has the type of what it was made from; the compiler cannot see that. */
function isCopyOf<T>(original: T, copy: unknown): copy is T {
  return typeof copy === typeof original;
}
