import { closeSync, constants, fstatSync, openSync, readSync, statSync } from "node:fs";
import type { Outcome } from "../contract/outcome.ts";

/** A missing flag (Windows) is no flag. */
const flags = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);

/**
 * Reads a whole regular file, never more than `maxBytes`. A link is followed to a regular file only: a pipe or a device
 * is neither opened nor waited for, and the check is repeated on what was really opened.
 */
export function readBytes(path: string, { maxBytes }: { readonly maxBytes: number }): Outcome<Buffer> {
  const bytes = readStart(path, maxBytes + 1);
  return bytes.ok && bytes.value.length > maxBytes ? tooLarge(path, maxBytes) : bytes;
}

/** The same, for at most the first `count` bytes of a file of any length. */
export function readStart(path: string, count: number): Outcome<Buffer> {
  try {
    if (!statSync(path).isFile()) return notRegular(path);
    const descriptor = openSync(path, flags);
    try {
      const opened = fstatSync(descriptor);
      if (!opened.isFile()) return notRegular(path);
      return { ok: true, value: readUpTo(descriptor, count, opened.size), diagnostics: [] };
    } finally {
      closeSync(descriptor);
    }
  } catch (cause) {
    return unreadable(path, cause);
  }
}

/** The size at opening is not trusted: a file may grow while it is read. */
function readUpTo(descriptor: number, limit: number, size: number): Buffer {
  const pieces: Buffer[] = [];
  for (let total = 0; total < limit; ) {
    // One byte more than is expected finds the end in the same read.
    const wanted = total === 0 ? Math.max(size + 1, 1024) : 64 * 1024;
    const piece = Buffer.allocUnsafe(Math.min(wanted, limit - total));
    const count = readSync(descriptor, piece, 0, piece.length, null);
    if (count === 0) break;
    pieces.push(piece.subarray(0, count));
    total += count;
  }
  const [only] = pieces;
  return only && pieces.length === 1 ? only : Buffer.concat(pieces);
}

function unreadable(path: string, cause: unknown): Outcome<never> {
  const code = errorCode(cause);
  if (code === "ENOENT" || code === "ENOTDIR") return refusal("file.missing", `There is no file "${path}".`, path);
  return refusal("file.unreadable", `"${path}" cannot be read (${code}); check its permissions.`, path);
}

function notRegular(path: string): Outcome<never> {
  return refusal("file.not-regular", `"${path}" is not a regular file; put a plain file there.`, path);
}

function tooLarge(path: string, maxBytes: number): Outcome<never> {
  return refusal("file.too-large", `"${path}" is larger than ${maxBytes} bytes; make it shorter.`, path);
}

/** The one shape of a failure in this room. */
export function refusal(code: string, message: string, file: string): Outcome<never> {
  return { ok: false, diagnostics: [{ level: "error", code, message, file }] };
}

/** `ENOENT` and the like; the name of anything else that was thrown. */
export function errorCode(cause: unknown): string {
  if (!(cause instanceof Error)) return "unknown";
  return "code" in cause && typeof cause.code === "string" ? cause.code : cause.name;
}
