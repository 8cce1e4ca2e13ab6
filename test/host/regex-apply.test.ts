import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { RegexRule } from "../../src/contract/product/prompt-stack.ts";
import type { CompileMessage } from "../../src/host/compile-message.ts";
import { applyToMessages, applyToText, outgoingRules } from "../../src/host/regex-apply.ts";
import { regexMatcher } from "../../src/host/regex-match.ts";

const aRule = (overrides: Partial<RegexRule> = {}): RegexRule => ({
  id: "r",
  stage: "compiled",
  pattern: "a",
  ...overrides,
});
const replaced = (text: string, rule: Partial<RegexRule>) => applyToText(text, [aRule(rule)], regexMatcher()).text;

describe("a rule's replacement", () => {
  test.each([
    ["$1-$2", "$1-$2"],
    ["<$0>", "<$&>"],
    ["$$0 $$1", "$$0 $$1"],
    ["$<word>!", "$<word>!"],
    ["[$`|$']", "[$`|$']"],
    ["$01 $10 $9 $", "$01 $10 $9 $"],
  ])("%s means what it means in JavaScript", (replace, native) => {
    const text = "one two one";
    expect(replaced(text, { pattern: "(o)(ne)", flags: "g", replace })).toBe(text.replace(/(o)(ne)/g, native));
    expect(replaced(text, { pattern: "(?<word>o)ne", replace })).toBe(text.replace(/(?<word>o)ne/, native));
  });

  test("agrees with JavaScript on any text", () => {
    const pattern = fc.constantFrom("a*", "(b|)", "\\b", "(?:)", "[^a]", ".", "(a)(b)?");
    const unit = fc.constantFrom("a", "b", " ", "\n", "😀");
    fc.assert(
      fc.property(fc.string({ unit }), pattern, fc.constantFrom("", "g", "gu", "gim"), (text, source, flags) => {
        const replace = "<$1$&>";
        expect(replaced(text, { pattern: source, flags, replace })).toBe(
          text.replace(new RegExp(source, flags), replace),
        );
      }),
    );
  });

  test("that makes a text too long is not applied, with an error", () => {
    const rule = aRule({ flags: "g", replace: "x".repeat(1_000_000) });
    const { text, diagnostics } = applyToText("aaa", [rule], regexMatcher());
    expect(text).toBe("aaa");
    expect(diagnostics).toMatchObject([{ level: "error", code: "regex.failed" }]);
  });
});

describe("a rule", () => {
  test("that never comes to an end is stopped, and the text stays as it was", () => {
    const rule = aRule({ pattern: "(a+)+$" });
    const text = `${"a".repeat(50)}!`;
    const result = applyToText(text, [rule, aRule({ pattern: "!" })], regexMatcher(50));
    expect(result.text).toBe(text);
    expect(result.diagnostics.map(({ code }) => code)).toEqual(["regex.failed", "regex.failed"]);
  });

  test("that is no expression is skipped at run time", () => {
    for (const broken of [{ pattern: "(" }, { flags: "y" }, { flags: "gg" }]) {
      expect(outgoingRules([aRule(broken)], "compiled")).toEqual([]);
    }
  });

  test("for one target leaves the other alone", () => {
    const rules = [
      aRule({ id: "s", targets: ["system"] }),
      aRule({ id: "m", targets: ["messages"] }),
      aRule({ id: "b" }),
    ];
    expect(outgoingRules(rules, "compiled", "system").map(({ id }) => id)).toEqual(["s", "b"]);
    expect(outgoingRules(rules, "compiled", "messages").map(({ id }) => id)).toEqual(["m", "b"]);
    expect(outgoingRules([aRule({ effect: "finalize" }), aRule({ enabled: false })], "compiled")).toEqual([]);
  });
});

describe("a rule for messages", () => {
  const messages: readonly CompileMessage[] = [
    { role: "user", content: "a" },
    {
      role: "assistant",
      content: [
        { type: "text", text: "a" },
        { type: "image", data: "a" },
      ],
    },
    { role: "user", content: [{ type: "text", text: "a" }] },
  ];
  const texts = (rule: Partial<RegexRule>) =>
    applyToMessages(messages, [aRule({ replace: "X", ...rule })], regexMatcher()).messages.map(({ content }) =>
      typeof content === "string" ? content : Object(content)[0].text,
    );

  test.each([
    [{ roles: ["assistant"] }, ["a", "X", "a"]],
    [{ minDepth: 1 }, ["X", "X", "a"]],
    [{ maxDepth: 0 }, ["a", "a", "X"]],
    [{ maxMessages: 1, roles: ["user"] }, ["a", "a", "X"]],
    [{ maxMessages: 2, maxDepth: 5 }, ["a", "X", "X"]],
  ])("%j reaches its messages", (rule, expected) => expect(texts(rule)).toEqual(expected));

  test("leaves parts that are no text", () => {
    const { messages: result } = applyToMessages(messages, [aRule({ replace: "X" })], regexMatcher());
    expect(Object(result[1]).content[1]).toEqual({ type: "image", data: "a" });
  });
});
