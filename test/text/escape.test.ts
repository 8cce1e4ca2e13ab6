import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { countEscaped, decodeEscaped, escapeLines, escapeText } from "../../src/text/escape.ts";
import { anyText } from "./any-text.ts";

const unsafe =
  /[\u0000-\u001f\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]|[\ufe00-\ufe0f]|\p{Surrogate}|[\u{e0000}-\u{e0fff}]/u;

describe("escapeText", () => {
  test("gives the original back when decoded", () => {
    fc.assert(
      fc.property(anyText, (text) => decodeEscaped(escapeText(text)) === text),
      { numRuns: 2000 },
    );
  });

  test("leaves no control byte, escape, bidi control, tag or lone surrogate", () => {
    fc.assert(
      fc.property(anyText, (text) => !unsafe.test(escapeText(text))),
      { numRuns: 2000 },
    );
  });

  test.each([
    ["bell", "\u0007", "\\u{7}"],
    ["escape", "\u001b]0;x", "\\u{1b}]0;x"],
    ["C1 control", "\u009b", "\\u{9b}"],
    ["right-to-left override", "\u202e", "\\u{202e}"],
    ["joiner", "a\u200db", "a\\u{200d}b"],
    ["variation selector", "a\ufe0f", "a\\u{fe0f}"],
    ["tag character", "\u{e0041}", "\\u{e0041}"],
    ["lone surrogate", "\ud800x", "\\u{d800}x"],
    ["line separator", "\u2028", "\\u{2028}"],
    ["no-break blank", "\u00a0", "\\u{a0}"],
    ["private use", "\ue000", "\\u{e000}"],
    ["a literal escape", "\\u{41}", "\\u{5c}u{41}"],
    ["tab and a literal tab escape", "\t\\t", "\\t\\u{5c}t"],
    ["other backslashes", "C:\\work\\users", "C:\\work\\users"],
    ["a mark without a base", "\u0301a", "\\u{301}a"],
    ["stacked marks", "a\u0301\u0301\u0301\u0301", "a\u0301\u0301\u0301\\u{301}"],
    ["line feed", "a\nb", "a\\u{a}b"],
  ])("shows %s", (_, text, shown) => {
    expect(escapeText(text)).toBe(shown);
  });
});

describe("escapeLines", () => {
  test("gives the original back when joined and decoded, and no line ends in a blank", () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const lines = escapeLines(text);
        expect(decodeEscaped(lines.join("\n"))).toBe(text);
        expect(lines.some((line) => line.endsWith(" "))).toBe(false);
      }),
      { numRuns: 1000 },
    );
  });
});

test("counts what is shown escaped, but not layout", () => {
  expect(countEscaped("a\tb \n\u202e\u0007")).toBe(2);
});
