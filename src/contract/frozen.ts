import { canonicalForm } from "./canonical-json.ts";

/** Freezes plain data all the way down and hands it back. */
export function deepFreeze<T>(value: T): T {
  if (typeof value !== "object" || value === null || Object.isFrozen(value)) return value;
  Object.freeze(value);
  for (const each of Object.values(value)) deepFreeze(each);
  return value;
}

/** Equal as JSON, whatever the order of keys; false for anything that is not JSON. */
export function sameJson(one: unknown, other: unknown): boolean {
  if (typeof one === "string" || typeof other === "string") return one === other;
  try {
    return equalCopies(canonicalForm(one).copy, canonicalForm(other).copy);
  } catch {
    // Only a value that is not JSON throws, and such a value equals nothing.
    return false;
  }
}

/** Of two canonical copies. Nothing is written out: a long prompt is often the very same string on both sides. */
export function equalCopies(one: unknown, other: unknown): boolean {
  if (typeof one !== "object" || typeof other !== "object" || one === null || other === null) return one === other;
  if (Array.isArray(one) !== Array.isArray(other)) return false;
  const keys = Object.keys(one);
  return (
    keys.length === Object.keys(other).length &&
    keys.every((key) => Object.hasOwn(other, key) && equalCopies(Reflect.get(one, key), Reflect.get(other, key)))
  );
}
