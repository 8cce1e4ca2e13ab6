import { canonicalJson } from "./canonical-json.ts";

/** A copy that shares nothing with the original. Throws a TypeError when the value is not JSON. */
export function cloneJson<T>(value: T): T {
  return JSON.parse(canonicalJson(value));
}

/** Freezes plain data all the way down and hands it back. */
export function deepFreeze<T>(value: T): T {
  if (typeof value !== "object" || value === null || Object.isFrozen(value)) return value;
  Object.freeze(value);
  for (const each of Object.values(value)) deepFreeze(each);
  return value;
}

/** Equal as JSON; false for anything that is not JSON. */
export function sameJson(one: unknown, other: unknown): boolean {
  try {
    return canonicalJson(one) === canonicalJson(other);
  } catch {
    // Only a value that is not JSON throws, and such a value equals nothing.
    return false;
  }
}
