import { Type } from "@sinclair/typebox";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { canonicalForm, canonicalJson } from "../../src/contract/canonical-json.ts";
import { checker } from "../../src/contract/check.ts";
import { error } from "../../src/contract/diagnostic.ts";
import { fingerprint } from "../../src/contract/fingerprint.ts";
import { frozenCopy } from "../../src/contract/frozen.ts";
import { knownCopy } from "../../src/contract/known-copies.ts";
import { plainCopy } from "../../src/contract/plain-copy.ts";

/** Lists in lists, as many as `depth`. */
function nested(depth: number): unknown {
  let value: unknown = 1;
  for (let level = 0; level < depth; level += 1) value = [value];
  return value;
}

function isFrozenDown(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return true;
  return Object.isFrozen(value) && Object.values(value).every(isFrozenDown);
}

describe("frozenCopy", () => {
  test("is canonical, frozen all the way down, and apart from what it was made of", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const before = canonicalJson(value);
        const copy = frozenCopy(value);
        expect(canonicalJson(copy)).toBe(before);
        expect(isFrozenDown(copy)).toBe(true);
        if (typeof value === "object" && value !== null) Reflect.set(value, "changed", 1);
        expect(canonicalJson(copy)).toBe(before);
      }),
    );
  });

  test("refuses what is not JSON, and remembers nothing of it", () => {
    const inside = { a: 1 };
    expect(() => frozenCopy({ inside, when: new Date(0) })).toThrow("$.when");
    expect(knownCopy(inside)).toBeUndefined();
  });

  test("of a copy, and of a copy's part, is the very same", () => {
    const copy = frozenCopy({ b: [{ c: 1 }], a: {} });
    expect(frozenCopy(copy)).toBe(copy);
    expect(frozenCopy(copy.b)).toBe(copy.b);
    expect(frozenCopy({ z: copy }).z).toBe(copy);
    expect(plainCopy({ z: copy })).toEqual({ z: { a: {}, b: [{ c: 1 }] } });
  });

  test("counts as what it holds, alone or inside another value", () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (one, other) => {
        const whole = { "7": one, a: [other] };
        const mixed = { a: [frozenCopy(other)], "7": frozenCopy(one) };
        expect(canonicalForm(mixed).characters).toBe(canonicalForm(whole).characters);
        expect(canonicalForm(mixed).text()).toBe(canonicalForm(whole).text());
        expect(fingerprint(mixed)).toBe(fingerprint(whole));
      }),
    );
  });
});

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

describe("a check of what cannot change", () => {
  function counting() {
    const looked: unknown[] = [];
    const check = checker(Type.Object({ a: Type.Integer() }), {
      codes: { "": "thing.type" },
      *whole({ a }, at) {
        looked.push(a);
        if (a > 9) yield error("thing.large", "It is large.", at);
      },
    });
    return { check, looked };
  }

  test("is made once where nothing was found", () => {
    const { check, looked } = counting();
    const sound = frozenCopy({ a: 1 });
    expect([check.diagnose(sound), check.diagnose({ ...sound }), check.diagnose(sound), check.read(sound).ok]).toEqual([
      [],
      [],
      [],
      true,
    ]);
    expect(looked).toEqual([1, 1]);
  });

  test("says what it found each time, at the place where it is asked about", () => {
    const { check, looked } = counting();
    const large = frozenCopy({ a: 10 });
    expect(check.diagnose(large, "x")).toMatchObject([{ code: "thing.large", path: "x" }]);
    expect(check.diagnose(large, "y")).toMatchObject([{ code: "thing.large", path: "y" }]);
    expect(check.diagnose(frozenCopy({ a: "b" }))).toMatchObject([{ code: "thing.type" }]);
    expect(check.diagnose(frozenCopy({ a: "b" }))).toMatchObject([{ code: "thing.type" }]);
    expect(looked).toEqual([10, 10]);
  });

  test("is made each time for what is frozen by somebody else", () => {
    const { check, looked } = counting();
    const foreign = Object.freeze({ a: 1 });
    check.diagnose(foreign);
    check.diagnose(foreign);
    expect(looked).toEqual([1, 1]);
  });
});
