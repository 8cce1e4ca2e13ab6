import { describe, expect, test } from "vitest";
import { frozenCopy } from "../../src/contract/frozen.ts";
import { plainCopy } from "../../src/contract/plain-copy.ts";

/** Lists in lists, as many as `depth`. */
function nested(depth: number): unknown {
  let value: unknown = 1;
  for (let level = 0; level < depth; level += 1) value = [value];
  return value;
}

describe("plainCopy of what was copied before", () => {
  test("has the same bounds of depth and of number", () => {
    expect(plainCopy([frozenCopy(nested(127))])).toEqual([nested(127)]);
    expect(JSON.stringify(plainCopy([frozenCopy(nested(128))]))).toBe(JSON.stringify(plainCopy([nested(128)])));
    expect(JSON.stringify(plainCopy(nested(128)))).not.toBe(JSON.stringify(plainCopy([nested(128)])));
    const many = Array.from({ length: 300_000 }, () => 0);
    const [first, second] = Object.values(Object(plainCopy([frozenCopy(many), frozenCopy(many)])));
    const [plainFirst, plainSecond] = Object.values(Object(plainCopy([many, many])));
    expect([Array.isArray(first), typeof second]).toEqual([Array.isArray(plainFirst), typeof plainSecond]);
    expect(typeof second).toBe("symbol");
  });
});
