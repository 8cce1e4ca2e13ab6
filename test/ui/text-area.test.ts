import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { decodeEscaped } from "../../src/text/escape.ts";
import { displayWidth } from "../../src/text/measure.ts";
import { decodeKeys } from "../../src/ui/keys.ts";
import { type TextArea, textArea, textAreaRows, typed } from "../../src/ui/text-area.ts";
import { nastyTexts } from "./nasty-texts.ts";

const [left, right, up, down, home, end, backspace] = [
  "\u001b[D",
  "\u001b[C",
  "\u001b[A",
  "\u001b[B",
  "\u001b[H",
  "\u001b[F",
  "\u007f",
];

function withKeys(area: TextArea, ...bytes: readonly string[]): TextArea {
  return bytes.flatMap(decodeKeys).reduce((state, key) => typed(state, key, 5), area);
}

/** Where the cursor is, as `|` in the text. */
function shown({ text, cursor }: TextArea): string {
  return `${text.slice(0, cursor)}|${text.slice(cursor)}`;
}

describe("a text area", () => {
  test("takes text, pastes and line breaks where the cursor is", () => {
    const area = withKeys(textArea("one two"), home, "a ", "\u001b[200~b\r\nc \u001b[201~", "\n");
    expect(shown(area)).toBe("a b\nc \n|one two");
  });

  test("moves and erases whole characters, as a person sees them", () => {
    const family = "👩‍👩‍👧‍👦";
    expect(shown(withKeys(textArea(`x${family}é`), left, left))).toBe(`x|${family}é`);
    expect(withKeys(textArea(`x${family}`), backspace).text).toBe("x");
    expect(withKeys(textArea("漢字"), left, backspace).text).toBe("字");
    expect(withKeys(textArea("a\nb"), left, backspace).text).toBe("ab");
  });

  test("keeps the column between lines, as far as they are long enough", () => {
    const area = textArea("first\nab\nthird");
    expect(shown(withKeys(area, up))).toBe("first\nab|\nthird");
    expect(shown(withKeys(area, home, right, right, right, up, up))).toBe("fi|rst\nab\nthird");
    expect(shown(withKeys(area, home, right, up))).toBe("first\na|b\nthird");
    expect(shown(withKeys(area, up, up, up))).toBe("|first\nab\nthird");
    expect(shown(withKeys(textArea("a\nb", 0), down, down, down))).toBe("a\nb|");
    expect(shown(withKeys(area, end, left, home))).toBe("first\nab\n|third");
  });

  test("any keys leave a text whose cursor stands inside it", () => {
    const keys = fc.constantFrom(
      left,
      right,
      up,
      down,
      home,
      end,
      backspace,
      "x",
      "é",
      "👍🏽",
      "\n",
      "\u001b[5~",
      "\u001b[6~",
    );
    fc.assert(
      fc.property(fc.constantFrom(...Object.values(nastyTexts)), fc.array(keys, { maxLength: 30 }), (text, presses) => {
        const area = withKeys(textArea(text), ...presses);
        expect(area.cursor).toBeGreaterThanOrEqual(0);
        expect(area.cursor).toBeLessThanOrEqual(area.text.length);
      }),
      { numRuns: 200 },
    );
  });

  test.each(Object.entries(nastyTexts))("%s is drawn safe, within its size, with the cursor in view", (_, text) => {
    for (const cursor of [0, text.indexOf("\n") + 1, text.length]) {
      const rows = textAreaRows(textArea(text, cursor), 30, 6);
      expect(rows.length).toBeLessThanOrEqual(6);
      expect(rows.filter((row) => row.text.includes("█"))).toHaveLength(1);
      for (const row of rows) {
        expect(displayWidth(row.text)).toBeLessThanOrEqual(29);
        expect(row.text).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/);
      }
    }
  });

  test("what is drawn reads as the text", () => {
    const rows = textAreaRows(textArea("a\u202eb\nsecond", 2), 40, 10);
    expect(rows.map((row) => decodeEscaped(row.text))).toEqual(["a\u202e█b", "second"]);
  });
});
