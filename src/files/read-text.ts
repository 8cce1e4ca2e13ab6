import { isUtf8 } from "node:buffer";
import type { Outcome } from "../contract/outcome.ts";
import { readBytes, refusal } from "./read-bytes.ts";

/** The text exactly as written, a leading byte order mark included. Bytes that are not UTF-8 are refused, not replaced. */
export function readText(path: string, limits: { readonly maxBytes: number }): Outcome<string> {
  const bytes = readBytes(path, limits);
  if (!bytes.ok) return bytes;
  // A fatal TextDecoder is slow on Node 20, and its text takes two bytes a character.
  return isUtf8(bytes.value)
    ? { ok: true, value: bytes.value.toString("utf8"), diagnostics: [] }
    : refusal("file.unreadable", `"${path}" is not UTF-8 text; save it as UTF-8.`, path);
}
