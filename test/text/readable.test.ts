import { expect, test } from "vitest";
import { readableRows } from "../../src/text/readable.ts";

test("what is inside stands indented below its name, and texts are verbatim", () => {
  const value = {
    level: "read-only",
    workspaces: [{ handle: "w", path: "/p" }],
    tools: ["read", "ls"],
    limits: { timeoutMs: { value: 1, enforcement: "host-abort" } },
    task: 'two "lines"\nof it',
    seal: `sha256:v1:${"7f3a".repeat(16)}`,
    none: [],
    left: {},
    nothing: null,
  };
  expect(readableRows(value)).toEqual([
    "level: read-only",
    "workspaces:",
    "  1:",
    "    handle: w",
    "    path: /p",
    "tools: read ls",
    "limits:",
    "  timeoutMs:",
    "    value: 1",
    "    enforcement: host-abort",
    "task:",
    '  two "lines"',
    "  of it",
    "seal:",
    `  sha256:v1:${"7f3a".repeat(16)}`,
    "none: none",
    "left: none",
    "nothing: none",
  ]);
});
