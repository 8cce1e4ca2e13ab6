import fc from "fast-check";
import { expect, test } from "vitest";
import { lineDiff } from "../../src/text/line-diff.ts";

const numbered = (count: number) => Array.from({ length: count }, (_, index) => `line ${index}`);

test("a change stands between two unchanged lines on each side", () => {
  const before = numbered(20);
  const after = before.map((line) => (line === "line 10" ? "line ten" : line));
  expect(lineDiff(before.join("\n"), after.join("\n"))).toEqual({
    added: 1,
    removed: 1,
    lines: [
      "… 8 unchanged lines",
      "  line 8",
      "  line 9",
      "- line 10",
      "+ line ten",
      "  line 11",
      "  line 12",
      "… 7 unchanged lines",
    ],
  });
});

test("an empty line is shown as empty, and what ends both texts is no line", () => {
  expect(lineDiff("a\n\nb\n", "a\n\nc\n").lines).toEqual(["  a", "", "- b", "+ c"]);
  expect(lineDiff("a\n", "a\n\n").lines).toEqual(["  a", "+"]);
  expect(lineDiff("a\n", "a").lines).toEqual(["  a", "-"]);
});

test("texts with nothing in common are told whole, within a second", () => {
  const diff = lineDiff(
    numbered(20_000).join("\n"),
    numbered(20_000)
      .map((line) => `other ${line}`)
      .join("\n"),
  );
  expect(diff).toMatchObject({ added: 20_000, removed: 20_000 });
});

test("what is shown as gone and new is all there is to it", () => {
  const text = fc.array(fc.constantFrom("a", "b", "", "c"), { maxLength: 12 }).map((lines) => lines.join("\n"));
  fc.assert(
    fc.property(text, text, (before, after) => {
      const { lines, added, removed } = lineDiff(before, after);
      expect(lines.filter((line) => /^\+(?: |$)/.test(line))).toHaveLength(added);
      expect(lines.filter((line) => /^-(?: |$)/.test(line))).toHaveLength(removed);
      expect(after.split("\n").length - before.split("\n").length).toBe(added - removed);
      if (before === after) expect(added + removed).toBe(0);
    }),
  );
});
