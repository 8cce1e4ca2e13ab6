import { Type } from "@sinclair/typebox";
import { describe, expect, test } from "vitest";
import { checker } from "../../src/contract/check.ts";
import { error, warning } from "../../src/contract/diagnostic.ts";
import { frozenCopy } from "../../src/contract/frozen.ts";

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

  test("is not made again of a sound part inside something new, but the whole is", () => {
    const { check, looked } = counting();
    const whole = checker(Type.Object({ part: Type.Unsafe({}), other: Type.String() }), {
      codes: { "": "whole.type", other: "whole.other" },
      parts: { part: check },
    });
    const part = frozenCopy({ a: 1 });
    expect(whole.diagnose({ part, other: "x" })).toEqual([]);
    expect(whole.diagnose({ part, other: 1 })).toMatchObject([{ code: "whole.other" }]);
    expect(whole.diagnose({ part: { a: 10 }, other: "x" })).toMatchObject([{ code: "thing.large", path: "part" }]);
    expect(looked).toEqual([1, 10]);
  });

  test("tells a warning each time", () => {
    const check = checker(Type.Object({ a: Type.Integer() }), {
      codes: { "": "thing.type" },
      *whole() {
        yield warning("thing.odd", "It is odd.");
      },
    });
    const odd = frozenCopy({ a: 1 });
    expect([check.diagnose(odd), check.diagnose(odd)]).toMatchObject([
      [{ code: "thing.odd" }],
      [{ code: "thing.odd" }],
    ]);
  });

  test("is made each time for what is frozen by somebody else", () => {
    const { check, looked } = counting();
    const foreign = Object.freeze({ a: 1 });
    check.diagnose(foreign);
    check.diagnose(foreign);
    expect(looked).toEqual([1, 1]);
  });
});
