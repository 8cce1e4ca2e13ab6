/** The longest prefix that fits `maxBytes` of UTF-8 without splitting a character. */
export function headBytes(text: string, maxBytes: number): string {
  const bytes = Buffer.from(text, "utf8");
  if (bytes.length <= maxBytes) return text;
  let end = Math.max(0, maxBytes);
  while (end > 0 && isContinuation(bytes[end])) end -= 1;
  return bytes.toString("utf8", 0, end);
}

/** The longest suffix that fits `maxBytes` of UTF-8 without splitting a character. */
export function tailBytes(text: string, maxBytes: number): string {
  const bytes = Buffer.from(text, "utf8");
  if (bytes.length <= maxBytes) return text;
  let start = bytes.length - Math.max(0, maxBytes);
  while (start < bytes.length && isContinuation(bytes[start])) start += 1;
  return bytes.toString("utf8", start);
}

/** The longest prefix of at most `maxChars` UTF-16 units that does not end in the middle of a surrogate pair. */
export function headChars(text: string, maxChars: number): string {
  if (text.length <= maxChars) return text;
  const end = Math.max(0, maxChars);
  return text.slice(0, splitsPair(text, end) ? end - 1 : end);
}

/** The longest suffix of at most `maxChars` UTF-16 units that does not begin in the middle of a surrogate pair. */
export function tailChars(text: string, maxChars: number): string {
  if (text.length <= maxChars) return text;
  const start = text.length - Math.max(0, maxChars);
  return text.slice(splitsPair(text, start) ? start + 1 : start);
}

/** `text`, or a prefix of it and `marker(total)`, at most `maxBytes` of UTF-8 in all; a marker that is longer than that stands alone, cut. */
export function capBytes(
  text: string,
  maxBytes: number,
  marker = (total: number) => `\n[cut: ${total} bytes in all]`,
): string {
  const total = Buffer.byteLength(text, "utf8");
  if (total <= maxBytes) return text;
  const note = headBytes(marker(total), maxBytes);
  return headBytes(text, maxBytes - Buffer.byteLength(note, "utf8")) + note;
}

/** The same in UTF-16 units. */
export function capChars(
  text: string,
  maxChars: number,
  marker = (total: number) => `\n[cut: ${total} characters in all]`,
): string {
  if (text.length <= maxChars) return text;
  const note = headChars(marker(text.length), maxChars);
  return headChars(text, maxChars - note.length) + note;
}

function isContinuation(byte: number | undefined): boolean {
  return byte !== undefined && (byte & 0xc0) === 0x80;
}

function splitsPair(text: string, at: number): boolean {
  const [before, after] = [text.charCodeAt(at - 1), text.charCodeAt(at)];
  return before >= 0xd800 && before <= 0xdbff && after >= 0xdc00 && after <= 0xdfff;
}

/** One line of at most so many characters: every run of blanks is one, and a cut shows. */
export function capLine(text: string, maxChars: number): string {
  return capChars(text.replace(/\s+/g, " ").trim(), maxChars, () => "…");
}
