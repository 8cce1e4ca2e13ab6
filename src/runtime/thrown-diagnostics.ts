import { canonicalCopy } from "../contract/canonical-json.ts";
import type { Diagnostic } from "../contract/diagnostic.ts";
import { hasShape } from "../contract/shape.ts";

const text = { type: "string" };
const shape = {
  type: "array",
  items: {
    type: "object",
    properties: {
      level: { anyOf: ["error", "warning", "info"].map((level) => ({ const: level })) },
      code: text,
      message: text,
      path: text,
    },
    required: ["level", "code", "message"],
  },
};

/** The `diagnostics` of a thrown error, copied; nothing where it carries none that can be read. */
export function thrownDiagnostics(cause: unknown): readonly Diagnostic[] {
  try {
    const said: unknown = typeof cause === "object" && cause && "diagnostics" in cause ? cause.diagnostics : undefined;
    const copy = canonicalCopy(said ?? []);
    return isDiagnostics(copy) ? copy : [];
  } catch {
    // An accessor that throws, or no JSON: whoever threw it said nothing that can be passed on.
    return [];
  }
}

function isDiagnostics(value: unknown): value is readonly Diagnostic[] {
  return hasShape(shape, value);
}
