/** UTF-16 code units that are encoded at once, each to at most `mostBytes` of UTF-8 or, escaped, of JSON. */
const pieceLength = 4 * 1024;
const mostBytes = 6;

const backslash = 0x5c;
const letterU = 0x75;
/** By byte: the one that follows the backslash of its escape, 0 where it is written as itself. */
const escapeLetters = Uint8Array.from({ length: 256 }, (_, byte) =>
  byte < 0x80 ? escapeLetterOf(String.fromCharCode(byte)) : 0,
);

/**
 * JSON as UTF-8, in pieces of at most 24 KiB. A piece is good for the length of its call: one buffer is used for all of them,
 * because fresh memory for a text of hundreds of kilobytes costs several times what its hash does.
 */
export class JsonOutput {
  readonly #write: (piece: Uint8Array) => void;
  readonly #encoder = new TextEncoder();
  readonly #buffer = new Uint8Array(pieceLength * mostBytes);
  #used = 0;
  /** Short texts, to be encoded together. */
  #waiting = "";

  constructor(write: (piece: Uint8Array) => void) {
    this.#write = write;
  }

  /** JSON as it stands. */
  add(json: string): void {
    this.#waiting += json;
    if (this.#waiting.length >= pieceLength) this.#encodeWaiting();
  }

  addString(text: string): void {
    if (text.length > pieceLength) this.#addLong(text);
    else this.add(JSON.stringify(text));
  }

  #addLong(text: string): void {
    this.add('"');
    this.#encodeWaiting();
    const raw = new Uint8Array(pieceLength * 3);
    for (const piece of piecesOf(text)) {
      // Half a pair has no bytes of its own: JSON writes it as an escape.
      if (piece.isWellFormed()) this.#escape(raw, this.#encoder.encodeInto(piece, raw).written);
      else this.#encode(JSON.stringify(piece).slice(1, -1));
    }
    this.add('"');
  }

  end(): void {
    this.#encodeWaiting();
    this.#flush();
  }

  #encodeWaiting(): void {
    const json = this.#waiting;
    this.#waiting = "";
    this.#encode(json);
  }

  #encode(json: string): void {
    for (const piece of piecesOf(json)) {
      this.#makeRoom(piece.length * 3);
      this.#used += this.#encoder.encodeInto(piece, this.#buffer.subarray(this.#used)).written;
    }
  }

  /** A loop over bytes, as it needs no memory at all. */
  #escape(raw: Uint8Array, length: number): void {
    const buffer = this.#buffer;
    this.#makeRoom(pieceLength * mostBytes);
    let used = this.#used;
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
    this.#used = used;
  }

  #makeRoom(bytes: number): void {
    if (this.#buffer.length - this.#used < bytes) this.#flush();
  }

  #flush(): void {
    if (this.#used > 0) this.#write(this.#buffer.subarray(0, this.#used));
    this.#used = 0;
  }
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

function escapeLetterOf(character: string): number {
  const json = JSON.stringify(character).slice(1, -1);
  return json === character ? 0 : json.charCodeAt(1);
}

function digitOf(value: number): number {
  return value.toString(16).charCodeAt(0);
}
