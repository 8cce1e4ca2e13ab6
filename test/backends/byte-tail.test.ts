import fc from "fast-check";
import { expect, test } from "vitest";
import { byteTail } from "../../src/backends/byte-tail.ts";

test("keeps the last bytes, as whole characters, whatever came before", () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: "grapheme" })), fc.integer({ min: 4, max: 40 }), (texts, limit) => {
      const tail = byteTail(limit);
      for (const text of texts) tail.push(Buffer.from(text));
      const whole = texts.join("");
      expect(whole.endsWith(tail.text())).toBe(true);
      expect(Buffer.byteLength(tail.text())).toBeGreaterThan(Math.min(Buffer.byteLength(whole), limit) - 4);
      expect(Buffer.byteLength(tail.text())).toBeLessThanOrEqual(limit);
    }),
  );
});
