import type { JsonValue } from "../contract/json.ts";

/** A text value as it is, anything else as compact JSON. */
export function templateText(value: JsonValue): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}

/** Empty text, zero, false, null, and empty lists and objects are false. */
export function isTruthy(value: JsonValue | undefined): boolean {
  if (Array.isArray(value)) return value.length > 0;
  return typeof value === "object" && value !== null ? Object.keys(value).length > 0 : Boolean(value);
}

const filters: ReadonlyMap<string, (value: JsonValue) => string> = new Map([
  ["trim", (value) => plainText(value).trim()],
  ["upper", (value) => plainText(value).toUpperCase()],
  ["lower", (value) => plainText(value).toLowerCase()],
  ["json", (value) => JSON.stringify(value)],
  ["xml", (value) => escapeXml(plainText(value))],
]);

// As String(value), but an object's own `toString` or missing prototype cannot make it throw.
function plainText(value: JsonValue): string {
  if (Array.isArray(value)) return value.map((each) => (each === null ? "" : plainText(each))).join(",");
  return typeof value === "object" && value !== null ? "[object Object]" : String(value);
}

export const filterNames: readonly string[] = [...filters.keys()];

export function applyFilter(name: string, value: JsonValue): string | undefined {
  return filters.get(name)?.(value);
}

const entities = new Map([
  ["&", "&amp;"],
  ["<", "&lt;"],
  [">", "&gt;"],
  ['"', "&quot;"],
  ["'", "&apos;"],
]);

export function escapeXml(text: string): string {
  return text.replace(/[&<>"']/g, (char) => entities.get(char) ?? char);
}
