import { closeSync, constants, fstatSync, lstatSync, openSync, readlinkSync, readSync, realpathSync } from "node:fs";

/** Thrown when what was opened is not what was checked, or cannot be read as a file. */
export class PathChanged extends Error {
  override readonly name = "PathChanged";
}

/**
 * The content of a path that the guard has found to be canonical, regular and allowed. It is opened without following a last link and
 * without waiting for a writer, and the open descriptor is compared with the path again: a link put in the way in between is refused.
 */
export function readChecked(path: string, maxBytes: number): Buffer {
  const flags = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);
  const descriptor = openSync(path, flags);
  try {
    const opened = fstatSync(descriptor);
    if (!opened.isFile()) throw new PathChanged(`${path} is not a regular file.`);
    if (opened.size > maxBytes)
      throw new PathChanged(`${path} has ${opened.size} bytes; at most ${maxBytes} can be read.`);
    if (!standsAt(descriptor, path)) throw new PathChanged(`${path} was replaced while it was opened.`);
    return wholeFile(descriptor, maxBytes);
  } finally {
    closeSync(descriptor);
  }
}

/** Where the system names a descriptor's file that name decides; elsewhere the path must still lead to the same file. */
function standsAt(descriptor: number, path: string): boolean {
  if (process.platform === "linux") {
    try {
      return readlinkSync(`/proc/self/fd/${descriptor}`) === path;
    } catch {
      // No /proc here: compare as on the other systems.
    }
  }
  const [opened, named] = [fstatSync(descriptor), lstatSync(path)];
  return realpathSync.native(path) === path && opened.ino === named.ino && opened.dev === named.dev;
}

// A file may grow while it is read; `maxBytes` holds all the same.
function wholeFile(descriptor: number, maxBytes: number): Buffer {
  const chunks: Buffer[] = [];
  for (let total = 0; total <= maxBytes; ) {
    const chunk = Buffer.allocUnsafe(65_536);
    const count = readSync(descriptor, chunk, 0, chunk.length, null);
    if (count === 0) return Buffer.concat(chunks);
    chunks.push(chunk.subarray(0, count));
    total += count;
  }
  throw new PathChanged(`The file grew beyond ${maxBytes} bytes while it was read.`);
}
