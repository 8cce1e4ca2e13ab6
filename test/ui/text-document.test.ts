import { expect, test } from "vitest";
import { createTextDocument } from "../../src/ui/text-document.ts";

test("a heading goes on without the blank at which it was broken, a text with every blank of it", () => {
  const document = createTextDocument([{ heading: "one two three", text: "one two three" }]);
  expect(document.rows(0, 8).map(({ text }) => text)).toEqual(["one two", "three"]);
  expect(document.rows(1, 8).map(({ kind, text }) => [kind, text])).toEqual([
    ["text", "one two"],
    ["continued", " three"],
  ]);
});
