/** UTF-16 code units that are written as one piece. A text of hundreds of kilobytes that is made only to be hashed costs more than its hash. */
const pieceLength = 8 * 1024;

/**
 * The text of a canonical copy, as `JSON.stringify` writes it but with the keys in order even where they look like array indexes,
 * in pieces of at most some 50 KiB, long keys apart.
 */
export function writeJson(copy: unknown, write: (piece: string) => void): void {
  let pending = "";
  const add = (text: string) => {
    pending += text;
    if (pending.length < pieceLength) return;
    write(pending);
    pending = "";
  };
  writeValue(copy, add);
  if (pending !== "") write(pending);
}

function writeValue(value: unknown, add: (text: string) => void): void {
  if (typeof value === "string" && value.length > pieceLength) writeLongString(value, add);
  else if (Array.isArray(value)) writeItems(value, add);
  else if (typeof value === "object" && value !== null) writeFields(value, add);
  else add(JSON.stringify(value));
}

function writeItems(items: readonly unknown[], add: (text: string) => void): void {
  add("[");
  for (const [index, item] of items.entries()) {
    if (index > 0) add(",");
    writeValue(item, add);
  }
  add("]");
}

function writeFields(fields: object, add: (text: string) => void): void {
  add("{");
  for (const [index, key] of Object.keys(fields).sort().entries()) {
    add(`${index > 0 ? "," : ""}${JSON.stringify(key)}:`);
    writeValue(Reflect.get(fields, key), add);
  }
  add("}");
}

function writeLongString(text: string, add: (text: string) => void): void {
  add('"');
  for (let from = 0; from < text.length; ) {
    const to = from + pieceLength;
    // A pair that is cut apart would be written as two escapes.
    const end = isHighSurrogate(text.charCodeAt(to - 1)) ? to - 1 : to;
    add(JSON.stringify(text.slice(from, end)).slice(1, -1));
    from = end;
  }
  add('"');
}

function isHighSurrogate(code: number): boolean {
  return code >= 0xd800 && code <= 0xdbff;
}
