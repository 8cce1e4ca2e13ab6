import { knownCopy } from "./known-copies.ts";
import { setField } from "./set-field.ts";
import { isIndexLike, sortedKeys } from "./sorted-keys.ts";
import { writeJson } from "./write-json.ts";

/** A JSON value in canonical order, and its text once that is wanted. */
export interface CanonicalForm {
  /** Shares nothing with the original but strings and what `frozenCopy` made. */
  readonly copy: unknown;
  /** Of all strings that are not keys. */
  readonly characters: number;
  text(): string;
  /** The same text as UTF-8, in pieces that are good for the length of their call. */
  write(take: (piece: Uint8Array) => void): void;
}

/**
 * The one form of a JSON value: keys sorted by UTF-16 code units, no blanks, `undefined` fields left out, -0 written as 0.
 * Throws a TypeError that names the path of whatever is not JSON. `toJSON` is never called.
 */
export function canonicalForm(value: unknown): CanonicalForm {
  const walk: Walk = { path: [], ancestors: [], characters: 0, indexLikeKeys: false };
  const copy = copied(value, walk);
  const { characters, indexLikeKeys } = walk;
  return {
    copy,
    characters,
    text: () => (indexLikeKeys ? written(copy) : JSON.stringify(copy)),
    write: (take) => writeJson(copy, take),
  };
}

/**
 * A copy made of nothing but JSON: no accessor or prototype survives, and nothing is shared that can change. Parts that are frozen
 * copies stay what they are. Throws as `canonicalForm` does.
 */
export function canonicalCopy<T>(value: T): T {
  const { copy } = canonicalForm(value);
  if (!isCopyOf(value, copy)) throw new TypeError("The copy is not of the original's type.");
  return copy;
}

/** A JSON copy has the type of what it was made from; the compiler cannot see that. */
function isCopyOf<T>(original: T, copy: unknown): copy is T {
  return typeof copy === typeof original;
}

/** Throws as `canonicalForm` does. */
export function canonicalJson(value: unknown): string {
  return canonicalForm(value).text();
}

interface Walk {
  /** Where the walk is; a text is made of it only for a complaint. */
  readonly path: (string | number)[];
  readonly ancestors: object[];
  characters: number;
  indexLikeKeys: boolean;
}

function copied(value: unknown, walk: Walk): unknown {
  switch (typeof value) {
    case "string":
      walk.characters += value.length;
      return value;
    case "boolean":
      return value;
    case "number":
      if (!Number.isFinite(value)) throw new TypeError(`The number at ${placeOf(walk)} is not finite.`);
      return value + 0;
    case "object":
      return value === null ? null : copiedObject(value, walk);
    case "undefined":
    case "bigint":
    case "symbol":
    case "function":
      throw new TypeError(`A value of type ${typeof value} at ${placeOf(walk)} is not JSON.`);
  }
}

function copiedObject(value: object, walk: Walk): object {
  const known = knownCopy(value);
  if (known) {
    walk.characters += known.characters;
    walk.indexLikeKeys ||= known.indexLikeKeys;
    return value;
  }
  if (walk.ancestors.includes(value)) throw new TypeError(`The value at ${placeOf(walk)} contains itself.`);
  walk.ancestors.push(value);
  const copy = Array.isArray(value) ? copiedItems(value, walk) : copiedFields(value, walk);
  walk.ancestors.pop();
  return copy;
}

function copiedItems(items: readonly unknown[], walk: Walk): unknown[] {
  const copy: unknown[] = [];
  for (let index = 0; index < items.length; index += 1) {
    walk.path.push(index);
    if (!Object.hasOwn(items, index)) throw new TypeError(`There is a sparse array item at ${placeOf(walk)}.`);
    copy.push(copied(items[index], walk));
    walk.path.pop();
  }
  return copy;
}

function copiedFields(fields: object, walk: Walk): object {
  const prototype: unknown = Object.getPrototypeOf(fields);
  if (prototype !== Object.prototype && prototype !== null) {
    throw new TypeError(`The value at ${placeOf(walk)} is not a plain object.`);
  }
  const copy: Record<string, unknown> = {};
  const keys = sortedKeys(fields);
  for (let index = 0; index < keys.length; index += 1) {
    const key = keys[index] ?? "";
    const field: unknown = Reflect.get(fields, key);
    if (field === undefined) continue;
    walk.indexLikeKeys ||= isIndexLike(key);
    walk.path.push(key);
    setField(copy, key, copied(field, walk));
    walk.path.pop();
  }
  return copy;
}

/** The text of a copy whose own key order cannot be trusted. */
function written(copy: unknown): string {
  // One stream: a decoder that begins anew would drop a byte order mark at the start of a piece.
  const decoder = new TextDecoder();
  const texts: string[] = [];
  writeJson(copy, (piece) => texts.push(decoder.decode(piece, { stream: true })));
  return texts.join("");
}

function placeOf({ path }: Walk): string {
  return path.reduce<string>((place, each) => {
    if (typeof each === "number") return `${place}[${each}]`;
    return /^[A-Za-z_$][\w$]*$/.test(each) ? `${place}.${each}` : `${place}[${JSON.stringify(each)}]`;
  }, "$");
}
