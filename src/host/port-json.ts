import type { JsonValue } from "../contract/json.ts";
import { portBounds } from "./port-bounds.ts";

/** Why a value cannot cross the port as JSON, or undefined. One object met twice is fine, one inside itself is not. */
export function jsonProblem(value: unknown, maxChars: number): string | undefined {
  return problemAt(value, "$", { ancestors: new Set(), values: portBounds.values, chars: maxChars });
}

export function isPortJson(value: unknown, maxChars: number): value is JsonValue {
  return jsonProblem(value, maxChars) === undefined;
}

interface Walk {
  readonly ancestors: Set<object>;
  values: number;
  chars: number;
}

function problemAt(value: unknown, path: string, walk: Walk): string | undefined {
  walk.values--;
  if (typeof value === "string") walk.chars -= value.length;
  if (walk.values < 0 || walk.chars < 0) return "the payload is too large";
  if (value === null || typeof value === "string" || typeof value === "boolean") return undefined;
  if (typeof value === "number") return Number.isFinite(value) ? undefined : `${path} is no finite number`;
  if (typeof value !== "object") return `${path} is ${typeof value}, which is no JSON`;
  if (walk.ancestors.has(value)) return `${path} contains itself`;
  if (walk.ancestors.size >= portBounds.depth) return `${path} is nested deeper than ${portBounds.depth}`;
  walk.ancestors.add(value);
  const problem = Array.isArray(value) ? itemProblem(value, path, walk) : fieldProblem(value, path, walk);
  walk.ancestors.delete(value);
  return problem;
}

function itemProblem(items: readonly unknown[], path: string, walk: Walk): string | undefined {
  for (let index = 0; index < items.length; index++) {
    const problem = problemAt(items[index], `${path}[${index}]`, walk);
    if (problem) return problem;
  }
  return undefined;
}

function fieldProblem(value: object, path: string, walk: Walk): string | undefined {
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null) return `${path} is no plain object`;
  for (const key of Object.keys(value)) {
    walk.chars -= key.length;
    const problem = problemAt(Reflect.get(value, key), `${path}.${key.slice(0, 64)}`, walk);
    if (problem) return problem;
  }
  return undefined;
}
