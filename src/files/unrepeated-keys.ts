import type { JsonValue } from "../contract/json.ts";

/** The end of a key, but for one that ends in a backslash; also a quote before a text that begins with a colon. */
const keyEnd = /(?<!\\)"[ \t\n\r]*:/g;

/**
 * True only if no key in the text is written twice and nothing nests deeper than `maxDepth`; false says nothing. A key that is
 * written twice ends more often in the text than it stands in the value that was parsed from it. Whatever else the pattern finds
 * only adds to that, and what it does not find is looked for in the value.
 */
export function isKnownUnrepeated(json: string, value: JsonValue, maxDepth: number): boolean {
  const keys = countKeys(value, maxDepth);
  return keys !== undefined && keys === (json.match(keyEnd)?.length ?? 0);
}

/** Undefined where the value is too deep, or where a key ends in a backslash, whose end would not be seen in the text. */
function countKeys(value: JsonValue, maxDepth: number): number | undefined {
  if (typeof value !== "object" || value === null) return 0;
  if (maxDepth === 0) return undefined;
  let count = 0;
  for (const [key, field] of Object.entries(value)) {
    const inside = countKeys(field, maxDepth - 1);
    if (inside === undefined || key.endsWith("\\")) return undefined;
    count += inside + (Array.isArray(value) ? 0 : 1);
  }
  return count;
}
