/** Keeps the last `limit` bytes of a stream, whatever its length. */
export function byteTail(limit: number) {
  let chunks: Uint8Array[] = [];
  let size = 0;

  const push = (chunk: Uint8Array) => {
    chunks.push(chunk.byteLength > limit ? chunk.slice(-limit) : chunk);
    size += chunks.at(-1)?.byteLength ?? 0;
    // Compacting only at twice the limit keeps the cost of a flood linear.
    if (size > 2 * limit) {
      chunks = [last(chunks, limit)];
      size = chunks[0]?.byteLength ?? 0;
    }
  };
  return { push, text: () => decodeTail(last(chunks, limit)) };
}

function last(chunks: readonly Uint8Array[], limit: number): Uint8Array {
  // The copy lets go of the larger buffer behind a view.
  return new Uint8Array(Buffer.concat(chunks).subarray(-limit));
}

/** A cut may fall inside a character: its rest is dropped instead of becoming a replacement character. */
function decodeTail(bytes: Uint8Array): string {
  let start = 0;
  while (start < 3 && start < bytes.length && ((bytes[start] ?? 0) & 0xc0) === 0x80) start += 1;
  return new TextDecoder().decode(bytes.subarray(start));
}
