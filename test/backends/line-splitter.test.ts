import fc from "fast-check";
import { expect, test } from "vitest";
import { lineSplitter } from "../../src/backends/line-splitter.ts";

function split(chunks: readonly Uint8Array[], maxLength = 1_000) {
  const lines: string[] = [];
  let tooLong = 0;
  const splitter = lineSplitter({ maxLength, onLine: (line) => lines.push(line), onTooLong: () => (tooLong += 1) });
  for (const chunk of chunks) splitter.push(chunk);
  return { lines, tooLong, pending: splitter.pending() };
}

test("ends a record at LF only, never at U+2028, U+2029, CR or NEL", () => {
  const record = JSON.stringify({ text: "a\u2028b\u2029c\u0085d" });
  expect(split([Buffer.from(`${record}\r\n${record}\n`)]).lines).toEqual([`${record}\r`, record]);
});

test("gives the same records however the bytes are cut", () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: "grapheme" })), fc.array(fc.nat({ max: 7 })), (texts, sizes) => {
      const records = texts.map((text) => JSON.stringify(text));
      const bytes = Buffer.from(records.map((record) => `${record}\n`).join(""));
      const chunks: Uint8Array[] = [];
      for (let at = 0, turn = 0; at < bytes.length; turn += 1) {
        const size = 1 + (sizes[turn % Math.max(1, sizes.length)] ?? 3);
        chunks.push(bytes.subarray(at, at + size));
        at += size;
      }
      expect(split(chunks).lines).toEqual(records);
    }),
  );
});

test("stops for good at a record that is too long, and says so once", () => {
  const { lines, tooLong, pending } = split(
    [Buffer.from("ok\n"), Buffer.from("x".repeat(11)), Buffer.from("y\nz\n")],
    10,
  );
  expect([lines, tooLong, pending]).toEqual([["ok"], 1, ""]);
});

test("cuts each record that is too long where nobody minds, and reads on", () => {
  const bytes = Buffer.from(`${"x".repeat(25)}\nshort\n${"é".repeat(10)}\n${"y".repeat(11)}\n`);
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 30 }), (size) => {
      const lines: string[] = [];
      const splitter = lineSplitter({ maxLength: 10, onLine: (line) => lines.push(line) });
      for (let at = 0; at < bytes.length; at += size) splitter.push(bytes.subarray(at, at + size));
      expect(lines).toEqual(["x".repeat(10), "short", "é".repeat(10), "y".repeat(10)]);
      expect(splitter.pending()).toBe("");
    }),
  );
});

test("never gives a record without its LF", () => {
  expect(split([Buffer.from("whole\nhalf")])).toMatchObject({ lines: ["whole"], pending: "half" });
});
