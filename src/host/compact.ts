/** `T` with every field that may be undefined made optional. */
type Compact<T> = { [K in keyof T as undefined extends T[K] ? never : K]: T[K] } & {
  [K in keyof T as undefined extends T[K] ? K : never]?: Exclude<T[K], undefined>;
};

/** Leaves out the fields that are undefined, keeping their order: a normalised object holds what is there and nothing else. */
export function compact<T extends object>(fields: T): Compact<T> {
  const kept = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
  // The filter does at run time exactly what the type says.
  return kept as Compact<T>;
}
