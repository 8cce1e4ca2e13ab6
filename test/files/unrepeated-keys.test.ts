import fc from "fast-check";
import { visit } from "jsonc-parser";
import { describe, expect, test } from "vitest";
import { parseJsonText } from "../../src/files/parse-json.ts";
import { isKnownUnrepeated } from "../../src/files/unrepeated-keys.ts";

const parse = (text: string) => parseJsonText(text, { file: "a.json" });

describe("isKnownUnrepeated", () => {
  const key = fc.constantFrom("a", "b", "a\\", '"', ":", '":', "\\", "");
  const text = fc.letrec<{ value: string }>((tie) => ({
    value: fc.oneof(
      { maxDepth: 3, depthIdentifier: "json" },
      fc.oneof(key, fc.constant('x": 1')).map((each) => JSON.stringify(each)),
      fc
        .array(fc.tuple(key, fc.constantFrom("", " ", "\n"), tie("value")), { maxLength: 3, depthIdentifier: "json" })
        .map(
          (fields) => `{${fields.map(([name, blank, value]) => `${JSON.stringify(name)}${blank}:${value}`).join(",")}}`,
        ),
      fc.array(tie("value"), { maxLength: 3, depthIdentifier: "json" }).map((items) => `[${items.join(",")}]`),
    ),
  })).value;

  test("never says so of a text that writes a key twice", () => {
    let known = 0;
    let repeated = 0;
    fc.assert(
      fc.property(text, (json) => {
        const parsed = parse(json);
        const isKnown = isKnownUnrepeated(json, JSON.parse(json), 200);
        known += Number(isKnown);
        const seen = repeatedIn(json);
        repeated += Number(seen);
        expect(parsed.repeated.length > 0).toBe(seen);
        if (seen) expect(isKnown).toBe(false);
      }),
      { numRuns: 2_000 },
    );
    expect(known).toBeGreaterThan(500);
    expect(repeated).toBeGreaterThan(50);
  });

  test.each([
    ["an ordinary text", '{"a": [{"b" : 1}, "c"]}', true],
    ["code in a text", JSON.stringify({ a: '{"b": 1}' }), true],
    ["a key that ends in a backslash", '{"a\\\\": 1}', false],
    ["a text that begins with a colon", '{"a": ":"}', false],
    ["a repeated key", '{"a": 1, "a": 2}', false],
  ])("%s", (_what, json, known) => {
    expect(isKnownUnrepeated(json, JSON.parse(json), 200)).toBe(known);
  });

  test("stops where the value is too deep", () => {
    expect(isKnownUnrepeated("[[1]]", [[1]], 2)).toBe(true);
    expect(isKnownUnrepeated("[[1]]", [[1]], 1)).toBe(false);
  });
});

/** As another parser sees it, which tells of every key as it comes. */
function repeatedIn(json: string): boolean {
  const objects: Set<string>[] = [];
  let isRepeated = false;
  visit(json, {
    onObjectBegin: () => void objects.push(new Set()),
    onObjectEnd: () => void objects.pop(),
    onObjectProperty(key) {
      isRepeated ||= objects.at(-1)?.has(key) === true;
      objects.at(-1)?.add(key);
    },
  });
  return isRepeated;
}
