import { visibleWidth } from "@mariozechner/pi-tui";
import fc from "fast-check";
import stringWidth from "string-width";
import { describe, expect, test, vi } from "vitest";
import { decodeEscaped, escapeLines, escapeText } from "../../src/text/escape.ts";
import { displayWidth, fitWidth, padWidth, wrapWidth } from "../../src/text/measure.ts";
import { anyText } from "./any-text.ts";

describe("displayWidth", () => {
  test.each([
    ["漢字", 4],
    ["e\u0301", 1],
    ["👩‍👩‍👧", 2],
    ["🇩🇪", 2],
    ["👍🏽", 2],
    ["العربية", 7],
    ["\u001b[31mred\u001b[39m", 3],
  ])("measures %s", (text, width) => {
    expect(displayWidth(text)).toBe(width);
  });

  test("is never less than what Pi or Ink measure", () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const shown = escapeText(text);
        expect(displayWidth(shown)).toBeGreaterThanOrEqual(visibleWidth(shown));
        expect(displayWidth(shown)).toBeGreaterThanOrEqual(stringWidth(shown));
      }),
      { numRuns: 2000 },
    );
  });
});

describe("a long text", () => {
  test("is cut into the clusters that it has as a whole", () => {
    const whole = new Intl.Segmenter();
    fc.assert(
      fc.property(
        fc.array(anyText, { minLength: 1, maxLength: 4 }),
        fc.integer({ min: 1, max: 90 }),
        (texts, times) => {
          const shown = escapeText(texts.join("").repeat(times));
          const widths = Array.from(whole.segment(shown), ({ segment }) => displayWidth(segment));
          expect(displayWidth(shown)).toBe(widths.reduce((sum, width) => sum + width, 0));
        },
      ),
      { numRuns: 100 },
    );
  });

  test.each([
    ["wide characters", "漢"],
    ["families", "👩‍👩‍👧"],
    ["flags", "🇩🇪"],
    ["one base under marks without end", "\u0301"],
  ])("of %s is segmented in pieces, all of them together a few times the text", (_, unit) => {
    const text = `é${unit.repeat(20_000)}`;
    const segment = vi.spyOn(Intl.Segmenter.prototype, "segment");
    displayWidth(text);
    const lengths = segment.mock.calls.map(([piece]) => piece.length);
    segment.mockRestore();
    expect(lengths.reduce((sum, length) => sum + length, 0)).toBeLessThan(4 * text.length);
    if (unit !== "\u0301") expect(Math.max(...lengths)).toBeLessThan(1000);
  });
});

describe("fitting", () => {
  test("never exceeds the width, and padding reaches it exactly", () => {
    fc.assert(
      fc.property(anyText, fc.integer({ min: 0, max: 400 }), (text, width) => {
        const shown = escapeText(text);
        expect(displayWidth(fitWidth(shown, width))).toBeLessThanOrEqual(width);
        expect(displayWidth(padWidth(shown, width))).toBe(width);
      }),
      { numRuns: 1000 },
    );
  });

  test("shows that something was cut", () => {
    expect(fitWidth("漢字漢字", 5)).toBe("漢字…");
    expect(fitWidth("abc", 3)).toBe("abc");
  });
});

describe("wrapWidth", () => {
  test("breaks before a blank, and inside a word only when it must", () => {
    expect(wrapWidth("one two three", 8)).toEqual(["one two", " three"]);
    expect(wrapWidth("abcdefghij", 4)).toEqual(["abcd", "efgh", "ij"]);
  });

  test("never breaks an escape", () => {
    expect(wrapWidth("abcdefg\\u{202e}x", 10)).toEqual(["abcdefg", "\\u{202e}x"]);
  });

  test("never exceeds the width", () => {
    fc.assert(
      fc.property(anyText, fc.integer({ min: 1, max: 60 }), (text, width) => {
        for (const line of escapeLines(text))
          for (const row of wrapWidth(line, width)) expect(displayWidth(row)).toBeLessThanOrEqual(width);
      }),
      { numRuns: 1000 },
    );
  });

  test("gives the text back from the trimmed rows, from twelve columns on", () => {
    fc.assert(
      fc.property(anyText, fc.integer({ min: 12, max: 60 }), (text, width) => {
        const lines = escapeLines(text).map((line) =>
          wrapWidth(line, width)
            .map((row) => row.trimEnd())
            .join(""),
        );
        expect(decodeEscaped(lines.join("\n"))).toBe(text);
      }),
      { numRuns: 2000 },
    );
  });
});
