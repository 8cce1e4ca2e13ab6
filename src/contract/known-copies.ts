import { isIndexLike } from "./sorted-keys.ts";

/** What is known of a value that was copied and frozen by us. */
export interface CopyFacts {
  /** Of all strings that are not keys. */
  readonly characters: number;
  /** Itself, and everything inside. */
  readonly values: number;
  /** Of objects and lists, 1 for one that holds none. */
  readonly depth: number;
  /** Whether there are keys that an object may not keep in the order they were set. */
  readonly indexLikeKeys: boolean;
}

type Counting = { -readonly [Key in keyof CopyFacts]: CopyFacts[Key] };

const known = new WeakMap<object, CopyFacts>();

/** Absent for everything but what `freezeKnown` was given; nothing of the value is read. */
export function knownCopy(value: object): CopyFacts | undefined {
  return known.get(value);
}

/**
 * Freezes every object of a canonical copy and remembers what it holds, so that it is neither copied nor counted again, alone or
 * inside another value. Its parts are not remembered: there are hundreds in each plan, and that cost more than it saved. Only for
 * what `canonicalForm` has just made: the order of keys is believed.
 */
export function freezeKnown(copy: object): void {
  if (!known.has(copy)) known.set(copy, frozenFacts(copy));
}

function frozenFacts(copy: object): CopyFacts {
  const before = known.get(copy);
  if (before) return before;
  const facts: Counting = { characters: 0, values: 1, depth: 1, indexLikeKeys: false };
  const keys = Object.keys(copy);
  for (let index = 0; index < keys.length; index += 1) {
    const key = keys[index] ?? "";
    facts.indexLikeKeys ||= isIndexLike(key) && !Array.isArray(copy);
    count(facts, Reflect.get(copy, key));
  }
  Object.freeze(copy);
  return facts;
}

function count(facts: Counting, field: unknown): void {
  if (typeof field !== "object" || field === null) {
    facts.values += 1;
    if (typeof field === "string") facts.characters += field.length;
    return;
  }
  const part = frozenFacts(field);
  facts.characters += part.characters;
  facts.values += part.values;
  facts.depth = Math.max(facts.depth, part.depth + 1);
  facts.indexLikeKeys ||= part.indexLikeKeys;
}
