import { expect, test } from "vitest";
import { keyHints } from "../../src/ui/key-hints.ts";
import { lineText } from "../../src/ui/line.ts";

const hints = [
  { key: "Ctrl+Y", does: "run" },
  { key: "Ctrl+G", does: "grant" },
  { key: "Enter", does: "all" },
  { key: "Esc", does: "not now" },
];

test.each([
  [80, "Ctrl+Y run   Ctrl+G grant   Enter all   Esc not now"],
  [40, "Ctrl+Y run   Ctrl+G grant   Enter all"],
  [36, "Ctrl+Y run   Ctrl+G   Enter   Esc"],
  [30, "Ctrl+Y run   Ctrl+G grant"],
  [20, "Ctrl+Y   Ctrl+G"],
  [3, ""],
])("in %i columns they are %j", (width, shown) => {
  expect(lineText(keyHints(hints, width))).toBe(shown);
});
