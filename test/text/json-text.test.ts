import { expect, test } from "vitest";
import { jsonText } from "../../src/text/json-text.ts";

test("no control, direction mark or tag is written as it is, and the value stays the same", () => {
  const text = "a\u001b[2J\u007f\u009b31m\u202e\u2028\u{e0041}\u200b\ufeff é 界 😀";
  const shown = jsonText({ text });
  expect(shown).toBe(
    '{\n  "text": "a\\u001b[2J\\u007f\\u009b31m\\u202e\\u2028\\udb40\\udc41\\u200b\\ufeff é 界 😀"\n}',
  );
  expect(JSON.parse(shown)).toEqual({ text });
});
