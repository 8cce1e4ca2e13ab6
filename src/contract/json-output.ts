/** UTF-16 code units that are encoded at once, and what each takes at most: as UTF-8, and where JSON escapes it. */
const pieceLength = 4 * 1024;
const mostUtf8Bytes = 3;
const mostEscapedBytes = 6;

const backslash = 0x5c;
const letterU = 0x75;
/** By byte: the one that follows the backslash of its escape, 0 where it is written as itself. */
const escapeLetters = Uint8Array.from({ length: 256 }, (_, byte) =>
  byte < 0x80 ? escapeLetterOf(String.fromCharCode(byte)) : 0,
);

export interface JsonOutput {
  /** JSON as it stands. */
  add(json: string): void;
  /** A text as a JSON string, quotes included. */
  addString(text: string): void;
  /** Hands on what is left; nothing may be added afterwards. */
  end(): void;
}

/**
 * JSON as UTF-8, in pieces of at most 24 KiB. A piece is good for the length of its call: one buffer is used for all of them, and
 * long texts are escaped byte by byte, because fresh memory for hundreds of kilobytes costs several times what their hash does:
 * with `JSON.stringify` for each piece, a plan of 256 KiB took half as long again.
 */
export function jsonOutput(take: (piece: Uint8Array) => void): JsonOutput {
  const encoder = new TextEncoder();
  const buffer = new Uint8Array(pieceLength * mostEscapedBytes);
  let used = 0;
  // Short texts, to be encoded together.
  let waiting = "";

  function add(json: string): void {
    waiting += json;
    if (waiting.length >= pieceLength) encodeWaiting();
  }

  function encodeWaiting(): void {
    const json = waiting;
    waiting = "";
    encode(json);
  }

  function encode(json: string): void {
    for (const piece of piecesOf(json)) {
      if (buffer.length - used < piece.length * mostUtf8Bytes) flush();
      used += encoder.encodeInto(piece, buffer.subarray(used)).written;
    }
  }

  function encodeLong(text: string): void {
    const raw = new Uint8Array(pieceLength * mostUtf8Bytes);
    for (const piece of piecesOf(text)) {
      // Half a pair has no bytes of its own: JSON writes it as an escape.
      if (!piece.isWellFormed()) {
        encode(JSON.stringify(piece).slice(1, -1));
        continue;
      }
      flush();
      used = escapeInto(buffer, raw, encoder.encodeInto(piece, raw).written);
    }
  }

  function flush(): void {
    if (used > 0) take(buffer.subarray(0, used));
    used = 0;
  }

  return {
    add,
    addString(text) {
      if (text.length <= pieceLength) return add(JSON.stringify(text));
      add('"');
      encodeWaiting();
      encodeLong(text);
      add('"');
    },
    end() {
      encodeWaiting();
      flush();
    },
  };
}

/** Writes the first `length` bytes of UTF-8 as the inside of a JSON string; gives how many bytes that took. */
function escapeInto(buffer: Uint8Array, raw: Uint8Array, length: number): number {
  let used = 0;
  for (let index = 0; index < length; index += 1) {
    const byte = raw[index] ?? 0;
    const letter = escapeLetters[byte] ?? 0;
    if (letter === 0) {
      buffer[used++] = byte;
      continue;
    }
    buffer[used++] = backslash;
    buffer[used++] = letter;
    if (letter !== letterU) continue;
    buffer[used++] = digitOf(0);
    buffer[used++] = digitOf(0);
    buffer[used++] = digitOf(byte >> 4);
    buffer[used++] = digitOf(byte & 0xf);
  }
  return used;
}

function escapeLetterOf(character: string): number {
  const json = JSON.stringify(character).slice(1, -1);
  return json === character ? 0 : json.charCodeAt(1);
}

function digitOf(value: number): number {
  return value.toString(16).charCodeAt(0);
}

/** No piece ends between the two halves of a pair. */
function* piecesOf(text: string): Generator<string> {
  for (let from = 0; from < text.length; ) {
    const to = from + pieceLength;
    const end = isHighSurrogate(text.charCodeAt(to - 1)) ? to - 1 : to;
    yield text.slice(from, end);
    from = end;
  }
}

function isHighSurrogate(code: number): boolean {
  return code >= 0xd800 && code <= 0xdbff;
}
