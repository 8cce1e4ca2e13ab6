import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { boundAnswer } from "../../src/text/bounded-answer.ts";

const whole = "/forge-agent history r_1";

describe("boundAnswer", () => {
  test("leaves an answer within the bound as it is", () => {
    expect(boundAnswer("abc", 3, whole)).toEqual({ text: "abc", shown: 3, total: 3 });
  });

  test("keeps head and tail and says how much is missing and where the whole is", () => {
    const bounded = boundAnswer("h".repeat(50) + "t".repeat(50), 30, whole);
    expect(bounded.text).toMatch(
      /^h{20}\n\n\[70 of 100 characters left out here; whole: \/forge-agent history r_1\]\n\nt{10}$/,
    );
    expect(bounded).toMatchObject({ shown: 30, total: 100 });
  });

  test("never shows more than the bound, never splits a pair, and both ends are from the answer", () => {
    const answer = fc.string({ unit: "grapheme", maxLength: 300 });
    fc.assert(
      fc.property(answer, fc.integer({ min: 1, max: 200 }), (text, maxChars) => {
        const bounded = boundAnswer(text, maxChars, whole);
        expect(bounded.shown).toBeLessThanOrEqual(maxChars);
        expect(bounded.text.isWellFormed()).toBe(true);
        if (text.length <= maxChars) return;
        const [head = "", tail = ""] = bounded.text.split(
          /\n\n\[\d+ of \d+ characters left out here; whole: [^\]]*\]\n\n/,
        );
        expect(text.startsWith(head) && text.endsWith(tail)).toBe(true);
      }),
    );
  });
});
