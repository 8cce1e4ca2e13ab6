import { accessSync, realpathSync } from "node:fs";
import { basename, dirname, isAbsolute, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const blanks = /[\u00A0\u2000-\u200A\u202F\u205F\u3000]/g;

/** The absolute path that Pi's tools make of what the model wrote: `@` taken off, `~` expanded, Unicode blanks made plain. */
export function resolveAsPi(path: string, root: string, home: string): string {
  const plain = (path.startsWith("@") ? path.slice(1) : path).replace(blanks, " ");
  const expanded = plain === "~" || plain.startsWith("~/") ? home + plain.slice(1) : plain;
  const local = expanded.startsWith("file://") ? fileURLToPath(expanded) : expanded;
  return isAbsolute(local) ? resolve(local) : resolve(root, local);
}

/** Pi's `read` also tries the spellings that macOS gives to file names; the first that exists is meant. */
export function existingSpelling(path: string): string {
  const decomposed = path.normalize("NFD");
  const curly = (text: string) => text.replaceAll("'", "\u2019");
  const spellings = [path, path.replace(/ (AM|PM)\./gi, "\u202F$1."), decomposed, curly(path), curly(decomposed)];
  return spellings.find(exists) ?? path;
}

/** The path with every link followed. Where its end does not exist, the existing part is followed, so that nothing outside is told apart by existence. */
export function canonicalPath(path: string): { readonly path: string; readonly exists: boolean } {
  const missing: string[] = [];
  for (let existing = path; ; existing = dirname(existing)) {
    try {
      const real = realpathSync.native(existing);
      return { path: join(real, ...missing), exists: missing.length === 0 };
    } catch (fault) {
      const code = fault instanceof Error && "code" in fault ? fault.code : undefined;
      if ((code !== "ENOENT" && code !== "ENOTDIR") || dirname(existing) === existing) throw fault;
      missing.unshift(basename(existing));
    }
  }
}

function exists(path: string): boolean {
  try {
    accessSync(path);
    return true;
  } catch {
    return false;
  }
}
