import { canonicalCopy } from "./canonical-json.ts";
import { freezeKnown } from "./known-copies.ts";

/** Freezes plain data all the way down and hands it back. */
export function deepFreeze<T>(value: T): T {
  if (typeof value !== "object" || value === null || Object.isFrozen(value)) return value;
  Object.freeze(value);
  for (const each of Object.values(value)) deepFreeze(each);
  return value;
}

/** A canonical copy that nobody can change, the value itself where it is one. Throws a TypeError, as `canonicalForm` does. */
export function frozenCopy<T>(value: T): T {
  const copy = canonicalCopy(value);
  if (typeof copy === "object" && copy !== null) freezeKnown(copy);
  return copy;
}

/** The same where the value is JSON; anything else is handed back as it is, for a check to say what is wrong with it. */
export function frozenIfJson<T>(value: T): T {
  try {
    return frozenCopy(value);
  } catch {
    // What is no JSON, or an accessor that throws.
    return value;
  }
}
