import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parseJsonText } from "../../src/files/parse-json.ts";

const parse = (text: string) => parseJsonText(text, { file: "a.json" });

describe("parseJsonText", () => {
  test("gives the same value as JSON.parse for every JSON text", () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.constantFrom(undefined, 2), (value, space) => {
        const text = JSON.stringify(value, null, space);
        expect(parse(text)).toMatchObject({ value: JSON.parse(text), diagnostics: [] });
      }),
    );
  });

  test("accepts exactly what JSON.parse accepts", () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom("{", "}", "[", "]", ":", ",", '"a"', "1", "-", "//", " ", "\n", "tru", "e", "\u00a0")),
        (tokens) => {
          const text = tokens.join("");
          const accepted = (() => {
            try {
              JSON.parse(text);
              return true;
            } catch {
              return false;
            }
          })();
          const parsed = parse(text);
          expect("value" in parsed).toBe(accepted);
          expect(parsed.diagnostics.some((each) => each.code === "json.syntax")).toBe(!accepted);
        },
      ),
    );
  });

  test.each([
    ["a comment", '{\n  // why\n  "a": 1\n}', 2, 3],
    ["a block comment", '{"a": /* why */ 1}', 1, 7],
    ["a trailing comma in an object", '{\n  "a": 1,\n}', 3, 1],
    ["a trailing comma in a list", "[1,\n]", 2, 1],
    ["a missing comma", '{"a": 1\n "b": 2}', 2, 2],
    ["an empty text", "", 1, 1],
    ["text after the value", "{}\nx", 2, 1],
  ])("names line and column of %s", (_what, text, line, column) => {
    const parsed = parse(text);
    expect(parsed.value).toBeUndefined();
    expect(parsed.diagnostics).toMatchObject([{ level: "error", code: "json.syntax", file: "a.json", line, column }]);
  });

  test("accepts a byte order mark and CRLF, and counts lines through both", () => {
    const parsed = parse('\uFEFF{\r\n  "a": 1,\r\n  "b": 2\r\n}');
    expect(parsed.value).toEqual({ a: 1, b: 2 });
    expect(parsed.locate(["b"])).toEqual({ line: 3, column: 3 });
  });

  test("names a repeated key at its second place and lets the last one win", () => {
    const parsed = parse('{\n"p": {"x": 1,\n"x": 2}\n}');
    expect(parsed.value).toEqual({ p: { x: 2 } });
    expect(parsed.diagnostics).toMatchObject([
      { level: "warning", code: "json.duplicate-key", path: "p.x", line: 3, column: 1 },
    ]);
    expect(parsed.locate(["p", "x"])).toEqual({ line: 3, column: 1 });
  });

  test("keeps __proto__ as an own key and changes no prototype", () => {
    const { value } = parse('{"__proto__": {"enabled": true}}');
    expect(Object.keys(value ?? {})).toEqual(["__proto__"]);
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
    expect(({} as { enabled?: boolean }).enabled).toBeUndefined();
  });

  test("finds places in lists and says nothing about places that are not there", () => {
    const parsed = parse('{"a": [1,\n 2]}');
    expect(parsed.locate(["a", 1])).toEqual({ line: 2, column: 2 });
    expect(parsed.locate(["a", 5])).toBeUndefined();
    expect(parsed.locate(["constructor"])).toBeUndefined();
  });

  test("refuses a file that nests without end instead of overflowing", () => {
    expect(parse("[".repeat(200_000)).diagnostics).toMatchObject([{ code: "json.syntax", column: 201 }]);
    expect(parse(`${'{"a":'.repeat(150)}1${"}".repeat(150)}`).diagnostics).toEqual([]);
  });

  test("refuses what nests without end where only the last of a repeated key counts", () => {
    const deep = `${"[".repeat(300)}${"]".repeat(300)}`;
    expect(parse(deep).diagnostics).toMatchObject([{ code: "json.syntax", column: 201 }]);
    expect(parse(`{"a": ${deep}, "a": 1}`).diagnostics).toMatchObject([{ code: "json.syntax", column: 206 }]);
  });
});
