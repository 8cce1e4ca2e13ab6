import { canonicalForm } from "./canonical-json.ts";

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
  if (one === other) return true;
  if (typeof one !== "object" || typeof other !== "object" || one === null || other === null) return false;
  if (Array.isArray(one) !== Array.isArray(other)) return false;
  const keys = Object.keys(one);
  if (keys.length !== Object.keys(other).length) return false;
  for (let index = 0; index < keys.length; index += 1) {
    const key = keys[index] ?? "";
    if (!Object.hasOwn(other, key) || !equalCopies(Reflect.get(one, key), Reflect.get(other, key))) return false;
  }
  return true;
}
