import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { displayWidth } from "../../src/text/measure.ts";
import { wrapWords } from "../../src/text/wrap.ts";

describe("words in rows", () => {
  test("are broken at blanks and hang under the first", () => {
    expect(wrapWords("one two three", 10, "  - ")).toEqual(["  - one", "    two", "    three"]);
    expect(wrapWords("one two three", 11, "  - ")).toEqual(["  - one two", "    three"]);
  });

  test("a word that is too wide stays whole", () => {
    expect(wrapWords("see /a/very/long/path now", 8)).toEqual(["see", "/a/very/long/path", "now"]);
  });

  test("no text is the first part alone", () => {
    expect(wrapWords("", 10, "x ")).toEqual(["x "]);
  });

  test("no word is lost, and only a single word may be wider than asked", () => {
    fc.assert(
      fc.property(fc.array(fc.stringMatching(/^[a-z/.]{1,12}$/)), fc.integer({ min: 1, max: 40 }), (words, width) => {
        const rows = wrapWords(words.join(" "), width);
        expect(rows.join(" ").trim()).toBe(words.join(" "));
        for (const row of rows) expect(displayWidth(row) <= width || !row.trim().includes(" ")).toBe(true);
      }),
    );
  });
});
