import { canonicalForm } from "../contract/canonical-json.ts";
import { type Diagnostic, error } from "../contract/diagnostic.ts";
import type { JsonValue } from "../contract/json.ts";
import { type JsonPath, parseJsonText } from "../files/parse-json.ts";
import type { TextPosition } from "../files/text-position.ts";

/** Where a profile or stack was written. */
export interface Origin {
  /** As it is shown to a person. */
  readonly file?: string;
  /** The id of a resource whose own id cannot be used: its file's base name. */
  readonly fallbackId?: string;
}

interface JsonDocument {
  /** Absent when it could not be read; the diagnostics say why. */
  readonly value?: JsonValue;
  readonly diagnostics: readonly Diagnostic[];
  locate(path: JsonPath): TextPosition | undefined;
}

/** JSON text, or a value that somebody built: what is not JSON in it is refused, never thrown. */
export function readDocument(input: unknown, origin: Origin): JsonDocument {
  if (typeof input === "string") return parseJsonText(input, { file: origin.file ?? "this text" });
  try {
    canonicalForm(input);
    // Through text, so that freezing or changing one never touches the other and the same bounds hold; its lines mean nothing.
    const { value, diagnostics } = parseJsonText(JSON.stringify(input), { file: origin.file ?? "this value" });
    const placeless = diagnostics.map(({ line: _line, column: _column, ...each }) => each);
    return { ...(value === undefined ? {} : { value }), diagnostics: placeless, locate: () => undefined };
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : "It cannot be read.";
    const where = origin.file === undefined ? {} : { file: origin.file };
    return { diagnostics: [error("json.not-json", reason, where)], locate: () => undefined };
  }
}
