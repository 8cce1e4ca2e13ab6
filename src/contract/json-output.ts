/** UTF-16 code units that are encoded at once, and what each takes at most: as UTF-8, and where JSON escapes it. */
const pieceLength = 4 * 1024;
const mostUtf8Bytes = 3;
const mostEscapedBytes = 6;

export interface JsonOutput {
  /** JSON as it stands. */
  add(json: string): void;
  /** A text as a JSON string, quotes included. */
  addString(text: string): void;
  /** Hands on what is left; nothing may be added afterwards. */
  end(): void;
}

/**
 * JSON as UTF-8, in pieces of at most 24 KiB. A piece is good for the length of its call: one buffer is used for all of them,
 * because fresh memory for a text of hundreds of kilobytes costs several times what its hash does.
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
      for (const piece of piecesOf(text)) encode(JSON.stringify(piece).slice(1, -1));
      add('"');
    },
    end() {
      encodeWaiting();
      flush();
    },
  };
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
