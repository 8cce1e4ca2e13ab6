import { mkdtempSync, realpathSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { realPath } from "../../src/files/real-path.ts";

test("follows every link, and knows nothing of what is not there", () => {
  const directory = realpathSync(mkdtempSync(join(tmpdir(), "forge-agent-real-path-")));
  try {
    const link = join(directory, "link");
    symlinkSync(directory, link);
    expect(realPath(join(link, "link"))).toBe(directory);
    expect(realPath(join(directory, "nothing"))).toBeUndefined();
  } finally {
    rmSync(directory, { recursive: true });
  }
});
