import fc from "fast-check";
import { expect, test } from "vitest";
import { capBytes, capChars, capLine, headBytes, headChars, tailBytes, tailChars } from "../../src/text/cap.ts";

/** Without the mark of a broken character, so that each one found was made by the cut. */
const text = fc.string({ unit: "grapheme", maxLength: 60 }).filter((value) => !value.includes("\ufffd"));
const size = fc.nat(80);
const bytes = (value: string) => Buffer.byteLength(value, "utf8");

test("keeps what fits", () => {
  expect([capBytes("é", 2), capChars("é", 1), headBytes("", 0), tailChars("a", 1)]).toEqual(["é", "é", "", "a"]);
});

test("cuts between characters, never inside one", () => {
  expect([headBytes("a≤b", 3), tailBytes("a≤b", 3), headChars("a😀", 2), tailChars("😀a", 2)]).toEqual([
    "a",
    "b",
    "a",
    "a",
  ]);
});

test("a line has no breaks and shows where it was cut", () => {
  expect(capLine(" One\n\n  two\tthree ", 20)).toBe("One two three");
  expect(capLine("One\ntwo", 5)).toBe("One …");
});

test("states the total in its marker and stays within the size", () => {
  const cut = capBytes("x".repeat(100), 60);
  expect(cut).toContain("100 bytes");
  expect(bytes(cut)).toBe(60);
  expect(capChars("x".repeat(100), 60)).toHaveLength(60);
});

test("is a prefix or a suffix of well-formed text within the size", () => {
  fc.assert(
    fc.property(text, size, (value, max) => {
      for (const cut of [headBytes(value, max), tailBytes(value, max)]) {
        expect(bytes(cut)).toBeLessThanOrEqual(max);
        expect(cut).not.toContain("\ufffd");
      }
      expect(value.startsWith(headBytes(value, max)) && value.startsWith(headChars(value, max))).toBe(true);
      expect(value.endsWith(tailBytes(value, max)) && value.endsWith(tailChars(value, max))).toBe(true);
      expect(headChars(value, max).length).toBeLessThanOrEqual(max);
      expect(bytes(capBytes(value, max))).toBeLessThanOrEqual(max);
      expect(capChars(value, max).length).toBeLessThanOrEqual(max);
    }),
  );
});
