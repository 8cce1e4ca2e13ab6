import { canonicalJson } from "../contract/canonical-json.ts";

/** A copy made of nothing but JSON: no accessor, prototype or shared reference survives. Throws TypeError for anything else. */
export function plainCopy<T>(value: T): T {
  return JSON.parse(canonicalJson(value));
}

export function deepFreeze<T>(value: T): T {
  if (typeof value !== "object" || value === null || Object.isFrozen(value)) return value;
  Object.freeze(value);
  for (const each of Object.values(value)) deepFreeze(each);
  return value;
}

/** Equal as JSON; false for anything that is not JSON. */
export function sameJson(left: unknown, right: unknown): boolean {
  try {
    return canonicalJson(left) === canonicalJson(right);
  } catch {
    return false;
  }
}
