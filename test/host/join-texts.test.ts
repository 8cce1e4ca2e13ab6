import fc from "fast-check";
import { expect, test } from "vitest";
import { joinTexts } from "../../src/host/join-texts.ts";

test("joined texts are their own, whatever was joined before", () => {
  const texts = fc.array(fc.constantFrom("", "a", "b", "a\n\nb"), { maxLength: 3 });
  fc.assert(
    fc.property(fc.array(texts, { maxLength: 5 }), (all) => {
      for (const each of all) expect(joinTexts(each)).toBe(each.join("\n\n"));
    }),
  );
});

test("a list that is changed after it was joined is joined anew", () => {
  const texts = ["a", "b"];
  expect(joinTexts(texts)).toBe("a\n\nb");
  texts[0] = "c";
  expect(joinTexts(texts)).toBe("c\n\nb");
  expect(joinTexts(["c", "b"])).toBe("c\n\nb");
  expect(joinTexts(["a", "b"])).toBe("a\n\nb");
});
