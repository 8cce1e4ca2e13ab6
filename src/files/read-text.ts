import type { Outcome } from "../contract/outcome.ts";
import { readBytes, refusal } from "./read-bytes.ts";

/** The text exactly as written, a leading byte order mark included. Bytes that are not UTF-8 are refused, not replaced. */
export function readText(path: string, limits: { readonly maxBytes: number }): Outcome<string> {
  const bytes = readBytes(path, limits);
  if (!bytes.ok) return bytes;
  try {
    const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes.value);
    return { ok: true, value: text, diagnostics: [] };
  } catch {
    // The decoder says only that it failed.
    return refusal("file.unreadable", `"${path}" is not UTF-8 text; save it as UTF-8.`, path);
  }
}
