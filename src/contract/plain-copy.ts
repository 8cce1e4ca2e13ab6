import { knownCopy } from "./known-copies.ts";
import { setField } from "./set-field.ts";

/** Stands in a copy where nothing could be read: a throwing accessor, a revoked proxy, a cycle, a class instance, or too much. */
const unreadable: unique symbol = Symbol("unreadable");

const maxValues = 500_000;
const maxDepth = 128;

interface Budget {
  values: number;
  /** At most `maxDepth`. */
  readonly ancestors: object[];
}

/**
 * A bounded copy of own fields as plain data, so that whoever reads it twice reads the same thing and no foreign code runs.
 * Never throws, whatever it is given. Fields that are undefined are left out; strings and frozen copies are shared, not copied.
 */
export function plainCopy(value: unknown): unknown {
  return copy(value, { values: maxValues, ancestors: [] });
}

function copy(value: unknown, budget: Budget): unknown {
  budget.values -= 1;
  if (typeof value !== "object" || value === null) return value;
  if (budget.values < 0 || budget.ancestors.length >= maxDepth || budget.ancestors.includes(value)) return unreadable;
  const known = knownCopy(value);
  if (known && known.values - 1 <= budget.values && budget.ancestors.length + known.depth <= maxDepth) {
    budget.values -= known.values - 1;
    return value;
  }
  budget.ancestors.push(value);
  try {
    return Array.isArray(value) ? copyItems(value, budget) : copyFields(value, budget);
  } catch {
    // Only traps and accessors of the value itself can throw here: what they hide is unreadable, and reported as such.
    return unreadable;
  } finally {
    budget.ancestors.pop();
  }
}

function copyItems(items: readonly unknown[], budget: Budget): unknown {
  const { length } = items;
  if (!(length <= budget.values)) return unreadable;
  const copies: unknown[] = [];
  for (let index = 0; index < length; index += 1) copies.push(copy(readField(items, index), budget));
  return copies;
}

function copyFields(fields: object, budget: Budget): unknown {
  const prototype: unknown = Object.getPrototypeOf(fields);
  if (prototype !== Object.prototype && prototype !== null) return unreadable;
  const keys = Object.keys(fields);
  if (keys.length > budget.values) return unreadable;
  const copies: Record<string, unknown> = {};
  for (let index = 0; index < keys.length; index += 1) {
    const key = keys[index] ?? "";
    const value = copy(readField(fields, key), budget);
    if (value !== undefined) setField(copies, key, value);
  }
  return copies;
}

function readField(owner: object, key: string | number): unknown {
  try {
    return Object.hasOwn(owner, key) ? Reflect.get(owner, key) : undefined;
  } catch {
    return unreadable;
  }
}
