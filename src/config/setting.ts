import type { Scope } from "../contract/identifiers.ts";

/** Where a value was written. */
export interface Place {
  readonly file?: string;
  /** 1-based. */
  readonly line?: number;
}

/** Only that, of something that says more. */
export function placeOf({ file, line }: Place): Place {
  return { ...(file === undefined ? {} : { file }), ...(line === undefined ? {} : { line }) };
}

/** A value and who decided it: `explicit` is one call's own wish. */
export interface Setting<T> extends Place {
  readonly value: T;
  readonly source: Scope | "built-in" | "explicit";
}

export function builtIn<T>(value: T): Setting<T> {
  return { value, source: "built-in" };
}
