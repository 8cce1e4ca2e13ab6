import { createHash } from "node:crypto";
import type { Outcome } from "../contract/outcome.ts";
import { readBytes } from "./read-bytes.ts";

/** `sha256:` and 64 hex digits over the bytes as they are on disk. */
export function fileDigest(path: string, { maxBytes }: { readonly maxBytes: number }): Outcome<string> {
  const bytes = readBytes(path, { maxBytes });
  return bytes.ok ? { ok: true, value: digestOf(bytes.value), diagnostics: [] } : bytes;
}

/** The same form, over text as UTF-8 or over bytes. */
export function digestOf(content: string | Uint8Array): string {
  return `sha256:${createHash("sha256").update(content).digest("hex")}`;
}
