import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { setJsonValue } from "../../src/files/edit-json.ts";

describe("setJsonValue", () => {
  test("leaves every other byte as it is", () => {
    const text = '\uFEFF{\r\n\t"b" : 1,\r\n\t"profiles": {\r\n\t\t"project:a": {"enabled":  false}\r\n\t}\r\n}\r\n';
    expect(setJsonValue(text, ["profiles", "project:a", "enabled"], true)).toBe(text.replace(" false", " true"));
  });

  test("adds in the style of the file", () => {
    expect(setJsonValue('{\n    "a": 1\n}\n', ["p", "x"], true)).toBe(
      '{\n    "a": 1,\n    "p": {\n        "x": true\n    }\n}\n',
    );
  });

  test("changes that value and no other, for any object", () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), fc.string(), (object, key) => {
        const before = JSON.parse(JSON.stringify(object));
        const after = JSON.parse(setJsonValue(JSON.stringify(object, null, 2), [key], true));
        expect(after[key]).toBe(true);
        const others = (value: object) => Object.entries(value).filter(([name]) => name !== key);
        expect(others(after)).toEqual(others(before));
      }),
    );
  });
});
