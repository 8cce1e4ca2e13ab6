import type { JsonObject, JsonValue } from "../contract/json.ts";
import type { PromptStack } from "../contract/product/prompt-stack.ts";
import type { FieldReport } from "./field-report.ts";

/** `1e999` is JSON but no number anyone can use, and nothing that a fingerprint can cover. */
export function reportNonFinite(stack: PromptStack, report: FieldReport): void {
  const { parameters, defaults, context, regex, items } = stack;
  for (const [key, value] of Object.entries({ parameters, defaults, context, regex, items, import: stack.import })) {
    if (value !== undefined) visit(value, [key], report);
  }
}

type Nested = JsonValue | JsonObject | object;

function visit(value: Nested | null | undefined, path: (string | number)[], report: FieldReport): void {
  if (typeof value === "number" && !Number.isFinite(value)) {
    report.error("invalid-number", `The number at "${path.join(".")}" is too large; write a smaller one.`, ...path);
  }
  if (typeof value !== "object" || value === null) return;
  const list = Array.isArray(value);
  for (const [key, each] of Object.entries(value)) visit(each, [...path, list ? Number(key) : key], report);
}
