import { canonicalForm } from "./canonical-json.ts";
import { type CopyFacts, knownCopy, rememberCopy } from "./known-copies.ts";
import { isIndexLike } from "./sorted-keys.ts";

type Mutable<T> = { -readonly [Key in keyof T]: T[Key] };

/** Freezes plain data all the way down and hands it back. */
export function deepFreeze<T>(value: T): T {
  if (typeof value !== "object" || value === null || Object.isFrozen(value)) return value;
  Object.freeze(value);
  for (const key of Object.keys(value)) deepFreeze(Reflect.get(value, key));
  return value;
}

/** A canonical copy that nobody can change, the value itself where it is one. Throws a TypeError, as `canonicalForm` does. */
export function frozenCopy<T>(value: T): T {
  const { copy } = canonicalForm(value);
  if (!isCopyOf(value, copy)) throw new TypeError("The copy is not of the original's type.");
  if (typeof copy === "object" && copy !== null) remembered(copy);
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

/** Every object of a canonical copy, so that its parts are known wherever they go. */
function remembered(copy: object): CopyFacts {
  const known = knownCopy(copy);
  if (known) return known;
  const facts = { characters: 0, values: 1, depth: 1, indexLikeKeys: false };
  const keys = Object.keys(copy);
  for (let index = 0; index < keys.length; index += 1) {
    const key = keys[index] ?? "";
    const field: unknown = Reflect.get(copy, key);
    facts.indexLikeKeys ||= isIndexLike(key) && !Array.isArray(copy);
    if (typeof field === "object" && field !== null) add(facts, remembered(field));
    else {
      facts.values += 1;
      if (typeof field === "string") facts.characters += field.length;
    }
  }
  rememberCopy(Object.freeze(copy), facts);
  return facts;
}

function add(facts: Mutable<CopyFacts>, part: CopyFacts): void {
  facts.characters += part.characters;
  facts.values += part.values;
  facts.depth = Math.max(facts.depth, part.depth + 1);
  facts.indexLikeKeys ||= part.indexLikeKeys;
}

/** A JSON copy has the type of what it was made from; the compiler cannot see that. */
export function isCopyOf<T>(original: T, copy: unknown): copy is T {
  return typeof copy === typeof original;
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
