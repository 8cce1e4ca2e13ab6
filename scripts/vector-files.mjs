// Files for vectors that are about files.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

/** JSON, or text that may be none. */
export function write(path, content) {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, typeof content === "string" ? content : JSON.stringify(content));
}

export function inTemporaryDirectory(run) {
  const base = mkdtempSync(join(tmpdir(), "forge-vectors-"));
  try {
    return run(base);
  } finally {
    rmSync(base, { recursive: true, force: true });
  }
}
