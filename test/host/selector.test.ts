import fc from "fast-check";
import { expect, test } from "vitest";
import { formatSelector, parseProfileSelector } from "../../src/host/selector.ts";
import { golden } from "../support/golden.ts";

interface SelectorVector {
  readonly input: string;
  readonly result: { readonly ok: boolean; readonly selector?: object };
}

test.each(golden<SelectorVector[]>("selectors"))("reads the recorded selector $input", ({ input, result }) => {
  const parsed = parseProfileSelector(input);
  expect(parsed.ok).toBe(result.ok);
  if (parsed.ok) expect(parsed.value).toEqual(result.selector);
});

test("tells what is wrong apart", () => {
  const codeOf = (text: string) => parseProfileSelector(text).diagnostics[0]?.code;
  expect(codeOf("  ")).toBe("selector.empty");
  expect(codeOf("Project:x")).toBe("selector.unknown-scope");
  expect(codeOf("weird:x")).toBe("selector.unknown-scope");
  expect(codeOf("global:a:b")).toBe("selector.invalid-id");
  expect(codeOf("../x")).toBe("selector.invalid-id");
});

test("what is read is written back as it was, without the blanks around it", () => {
  const id = fc.stringMatching(/^[A-Za-z0-9][A-Za-z0-9._-]*$/);
  fc.assert(
    fc.property(
      fc.constantFrom("", "project:", "global:"),
      id,
      fc.constantFrom("", " ", "\n"),
      (scope, name, blank) => {
        const parsed = parseProfileSelector(`${blank}${scope}${name}${blank}`);
        expect(parsed.ok && formatSelector(parsed.value)).toBe(`${scope}${name}`);
      },
    ),
  );
});

test("any text is a selector or a reason", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (text) => {
      const parsed = parseProfileSelector(text);
      if (parsed.ok) expect(formatSelector(parsed.value)).toBe(text.trim());
    }),
  );
});
