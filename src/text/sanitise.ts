import { capBytes } from "./cap.ts";

const maxTextBytes = 65_536;
const minEncodedBytes = 4_096;

/** Text as a report keeps it: encoded data becomes a line with its size, anything else is cut to 64 KiB. */
export function sanitiseText(text: string): string {
  const bytes = Buffer.byteLength(text, "utf8");
  if (bytes >= minEncodedBytes && (isDataUrl(text) || looksEncoded(text)))
    return `[encoded data left out: ${bytes} bytes]`;
  return capBytes(text, maxTextBytes, (total) => `\n[cut: ${total} bytes in all]`);
}

/** JSON as a report keeps it: every string sanitised, and an image part without its data but with its type and encoded size. */
export function sanitiseJson(value: unknown): unknown {
  if (typeof value === "string") return sanitiseText(value);
  if (Array.isArray(value)) return value.map(sanitiseJson);
  if (typeof value !== "object" || value === null) return value;
  const fields = Object.entries(value);
  if ("type" in value && value.type === "image" && "data" in value && typeof value.data === "string") {
    const encodedBytes = Buffer.byteLength(value.data, "utf8");
    const rest = fields.filter(([name]) => name !== "data").map(([name, field]) => [name, sanitiseJson(field)]);
    return fromEntries([...rest, ["dataOmitted", true], ["encodedBytes", encodedBytes]]);
  }
  return fromEntries(fields.map(([name, field]) => [name, sanitiseJson(field)]));
}

// `Object.fromEntries` defines its keys, so an own `__proto__` stays data.
function fromEntries(entries: readonly unknown[][]): Record<string, unknown> {
  return Object.fromEntries(entries.map(([name, field]) => [String(name), field]));
}

function isDataUrl(text: string): boolean {
  return /^\s*data:[^,]{0,256};base64,/i.test(text);
}

// Encoders wrap lines, so a little white space is no sign of prose; any other character is.
function looksEncoded(text: string): boolean {
  const dense = text.replace(/\s+/g, "");
  return dense.length >= minEncodedBytes && dense.length >= text.length * 0.95 && /^[A-Za-z0-9+/_=-]*$/.test(dense);
}
