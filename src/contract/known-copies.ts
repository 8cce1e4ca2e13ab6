/** What is known of a value that was copied and frozen by us. */
export interface CopyFacts {
  /** Of all strings that are not keys. */
  readonly characters: number;
  /** Itself, and everything inside. */
  readonly values: number;
  /** Of objects and lists, 1 for one that holds none. */
  readonly depth: number;
  /** Whether there are keys that an object does not keep in the order they were set. */
  readonly indexLikeKeys: boolean;
}

const known = new WeakMap<object, CopyFacts>();

/** Only for plain JSON in canonical order that is frozen all the way down: nobody copies it or looks at it twice again. */
export function rememberCopy(copy: object, facts: CopyFacts): void {
  known.set(copy, facts);
}

/** Absent for everything that is not such a copy; nothing of the value is read. */
export function knownCopy(value: object): CopyFacts | undefined {
  return known.get(value);
}
