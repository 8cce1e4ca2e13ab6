import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { canonicalForm, canonicalJson } from "../../src/contract/canonical-json.ts";
import { fingerprint } from "../../src/contract/fingerprint.ts";
import { frozenCopy } from "../../src/contract/frozen.ts";
import { knownCopy } from "../../src/contract/known-copies.ts";
import { plainCopy } from "../../src/contract/plain-copy.ts";

function isFrozenDown(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return true;
  return Object.isFrozen(value) && Object.values(value).every(isFrozenDown);
}

function isFrozenSomewhere(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false;
  return Object.isFrozen(value) || Object.values(value).some(isFrozenSomewhere);
}

describe("frozenCopy", () => {
  test("is canonical, frozen all the way down, and apart from what it was made of", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const before = canonicalJson(value);
        const copy = frozenCopy(value);
        expect(isFrozenSomewhere(value)).toBe(false);
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

  test("of a copy is the very same, alone and inside another value", () => {
    const copy = frozenCopy({ b: [{ c: 1 }], a: {} });
    expect(frozenCopy(copy)).toBe(copy);
    expect(frozenCopy(copy.b)).toEqual([{ c: 1 }]);
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
