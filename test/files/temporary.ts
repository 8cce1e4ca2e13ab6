import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";

/** A directory for one test, gone afterwards. */
export function temporaryDirectory(): string {
  const directory = realpathSync(mkdtempSync(join(tmpdir(), "forge-agent-")));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  return directory;
}
