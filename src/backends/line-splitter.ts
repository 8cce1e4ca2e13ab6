import { StringDecoder } from "node:string_decoder";

export interface LineSplitter {
  push(chunk: Uint8Array): void;
  /** Text after the last LF when the stream ends; it is dropped: a record without its LF is incomplete. */
  readonly pending: () => string;
}

/**
 * Calls `onLine` for each record. Only LF ends one, never U+2028 or CR; a character split over two chunks stays whole.
 * A record longer than `maxLength` code units calls `onTooLong` once, and nothing is read after it; without `onTooLong` only its
 * first `maxLength` code units are given.
 */
export function lineSplitter(options: {
  readonly maxLength: number;
  readonly onLine: (line: string) => void;
  readonly onTooLong?: () => void;
}): LineSplitter {
  const decoder = new StringDecoder("utf8");
  let pieces: string[] = [];
  let length = 0;
  let stopped = false;

  const add = (text: string) => {
    const room = options.maxLength - length;
    length = Math.min(options.maxLength, length + text.length);
    if (text.length > room && options.onTooLong) {
      stopped = true;
      pieces = [];
      options.onTooLong();
    } else if (room > 0) {
      pieces.push(text.slice(0, room));
    }
  };
  const push = (chunk: Uint8Array) => {
    if (stopped) return;
    const lines = decoder.write(Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength)).split("\n");
    for (const [index, text] of lines.entries()) {
      add(text);
      if (stopped) return;
      if (index === lines.length - 1) return;
      const line = pieces.join("");
      pieces = [];
      length = 0;
      if (line.length > 0) options.onLine(line);
    }
  };
  return { push, pending: () => pieces.join("") };
}
