import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { canonicalJson } from "../../src/contract/canonical-json.ts";
import { hasErrors } from "../../src/contract/diagnostic.ts";
import { checkSealedPlan, executionFingerprint, type SealedPlan } from "../../src/contract/runtime/sealed-plan.ts";
import { setting } from "./setting.ts";

type Path = readonly (string | number)[];

/** Every place of a value, itself left out. */
function places(value: unknown, path: Path = []): Path[] {
  if (typeof value !== "object" || value === null) return [];
  const entries: [string | number, unknown][] = Array.isArray(value) ? [...value.entries()] : Object.entries(value);
  return entries.flatMap(([key, each]) => [[...path, key], ...places(each, [...path, key])]);
}

function changed(plan: SealedPlan, path: Path, value: unknown): SealedPlan {
  const copy = structuredClone(plan);
  const owner = path.slice(0, -1).reduce<object>((at, key) => Reflect.get(at, key), copy);
  const last = path.at(-1) ?? "";
  if (value === undefined && !Array.isArray(owner)) Reflect.deleteProperty(owner, last);
  else Reflect.set(owner, last, value ?? null);
  return copy;
}

/** The same value with its keys in another order, written with other blanks and read again. */
function rewritten(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(rewritten);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([key, each]) => [key, rewritten(each)]),
  );
}

describe("a sealed plan", () => {
  test("refuses every change to one of its fields, and no change keeps its fingerprint", async () => {
    const { plan } = await setting().prepared();
    const where = places(plan);
    const change = fc.tuple(fc.constantFrom(...where), fc.oneof(fc.constant(undefined), fc.jsonValue({ maxDepth: 1 })));
    fc.assert(
      fc.property(change, ([path, value]) => {
        const other = changed(plan, path, value);
        fc.pre(canonicalJson(other) !== canonicalJson(plan));
        expect(hasErrors(checkSealedPlan(other))).toBe(true);
        if (path[0] !== "executionFingerprint") {
          expect(executionFingerprint(other)).not.toBe(plan.executionFingerprint);
        }
      }),
      { numRuns: 10_000 },
    );
  });

  test("does not depend on the order of keys or on blanks", async () => {
    const { plan } = await setting().prepared();
    const again: SealedPlan = JSON.parse(JSON.stringify(rewritten(plan), null, 3));
    expect(checkSealedPlan(again)).toEqual([]);
    expect(executionFingerprint(again)).toBe(plan.executionFingerprint);
  });
});
