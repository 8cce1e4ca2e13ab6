import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { fingerprint } from "../../src/contract/fingerprint.ts";
import { parsePromptStack, serialisePromptStack } from "../../src/host/stack-codec.ts";
import { aStack } from "../support/forge-files.ts";
import { golden } from "../support/golden.ts";

interface CompileVector {
  readonly name: string;
  readonly stack: object;
  readonly loadDiagnostics: readonly { readonly level: string; readonly itemId?: string }[];
}

const origin = { file: "s.json", fallbackId: "s" };
const block = { kind: "block", id: "b", role: "system", content: "x" };
const slot = { kind: "slot", id: "h", slot: "chat-history" };

test.each(golden<CompileVector[]>("compile"))("loads the recorded stack: $name", ({ stack, loadDiagnostics }) => {
  const { diagnostics } = parsePromptStack(stack, origin);
  const seen = diagnostics.map(({ level, path }) => {
    const itemId = path?.startsWith("items.") ? path.slice("items.".length) : undefined;
    return itemId === undefined ? { level } : { level, itemId };
  });
  expect(seen).toEqual(loadDiagnostics);
});

/** Level, code and path of everything that is wrong, as `error stack.invalid-field items.b`. */
function problems(overrides: object, drop: string[] = []): string[] {
  const source = Object.fromEntries(Object.entries(aStack(overrides)).filter(([key]) => !drop.includes(key)));
  return parsePromptStack(source, origin).diagnostics.map(({ level, code, path }) => `${level} ${code} ${path ?? "-"}`);
}

const rule = { id: "r", stage: "compiled", pattern: "a" };
const rules = (...overrides: object[]) => ({ regex: { rules: overrides.map((each) => ({ ...rule, ...each })) } });
const items = (...list: unknown[]) => ({ items: [...list, slot] });

describe("a prompt stack", () => {
  test.each<[string, object, string[]]>([
    ["type", { type: "x" }, ["error stack.invalid-field type"]],
    ["id", { id: "../x" }, ["error stack.invalid-id id"]],
    ["no id", { id: undefined }, ["error stack.missing-id id"]],
    ["name", { name: 1 }, ["error stack.invalid-field name"]],
    ["description", { description: [] }, ["error stack.invalid-field description"]],
    ["autoActivate", { autoActivate: "yes" }, ["error stack.invalid-field autoActivate"]],
    ["mode", { mode: "insert" }, ["error stack.invalid-field mode"]],
    ["schema version", { schemaVersion: 3, parameters: undefined }, ["warning stack.unknown-version schemaVersion"]],
    ["defaults", { defaults: 1 }, ["error stack.invalid-field defaults"]],
    [
      "default",
      { defaults: { syntheticMessagesVisible: 1, unresolvedMacroPolicy: "x" } },
      [
        "error stack.invalid-field defaults.syntheticMessagesVisible",
        "error stack.invalid-field defaults.unresolvedMacroPolicy",
      ],
    ],
    [
      "context",
      { context: { allowDuplicateChatHistory: 1 } },
      ["error stack.invalid-field context.allowDuplicateChatHistory"],
    ],
    ["two policies", { tools: { allow: ["a"], deny: ["b"] } }, ["error stack.two-policies tools"]],
    [
      "patterns",
      { tools: { deny: ["a", " ", 1, " a "] } },
      [
        "error stack.invalid-pattern tools.deny.1",
        "error stack.invalid-pattern tools.deny.2",
        "warning stack.duplicate-pattern tools.deny.3",
      ],
    ],
    ["empty allow", { tools: { allow: [] } }, ["warning stack.empty-allow tools.allow"]],
    [
      "skills",
      { mode: "append", skills: { deny: ["x"] } },
      ["info stack.skills-policy skills", "warning stack.skills-mode skills"],
    ],
    ["variables in version 2", { variables: {} }, ["warning stack.ignored-field variables"]],
    ["parameters in version 1", { schemaVersion: 1, parameters: {} }, ["warning stack.ignored-field parameters"]],
    ["variable", { schemaVersion: 1, variables: { a: 1 } }, ["error stack.invalid-field variables.a"]],
    ["parameters", { parameters: [] }, ["error stack.invalid-field parameters"]],
    ["state", { state: { a: 1 } }, ["info stack.ignored-field state"]],
    ["import", { import: 1 }, ["error stack.invalid-field import"]],
    ["items", { items: {} }, ["error stack.missing-items items", "warning stack.no-history -"]],
    ["item", items(1), ["error stack.invalid-item items.0"]],
    ["kind", items({ ...block, kind: "note" }), ["error stack.invalid-item items.b"]],
    ["item id", items({ ...block, id: 7 }), ["error stack.invalid-item items.7"]],
    ["same id", items(block, block), ["error stack.duplicate-item items.b"]],
    ["role", items({ ...block, role: "tool" }), ["error stack.invalid-field items.b", "warning stack.no-role items.b"]],
    ["tags", items({ ...block, tags: [1] }), ["error stack.invalid-field items.b"]],
    ["enabled", items({ ...block, enabled: 1 }), ["error stack.invalid-field items.b"]],
    ["content", items({ ...block, content: null }), ["error stack.invalid-item items.b"]],
    ["slot name", items({ kind: "slot", id: "s", slot: " " }), ["error stack.invalid-item items.s"]],
    ["slot options", items({ kind: "slot", id: "s", slot: "date", options: 1 }), ["error stack.invalid-field items.s"]],
    [
      "unknown slot",
      items({ kind: "slot", id: "s", slot: "nope", enabled: false }),
      ["warning stack.unknown-slot items.s"],
    ],
    ["no history", { items: [{ ...slot, enabled: false }] }, ["warning stack.no-history -"]],
    ["two histories", items({ ...slot, id: "h2" }), ["warning stack.several-histories -"]],
    [
      "history options",
      {
        items: [
          { ...slot, options: { includeSummaries: 1, roles: [1], toolMode: "x", maxMessages: 0, maxChars: 1.5 } },
        ],
      },
      ["warning stack.invalid-option items.h", ...Array(4).fill("error stack.invalid-field items.h")],
    ],
    ["regex", { regex: { rules: {} } }, ["error stack.invalid-field regex.rules"]],
    ["rule id", rules({ id: " " }), ["error stack.invalid-rule regex.rules.0.id"]],
    ["same rule", rules({}, {}), ["error stack.duplicate-rule regex.rules.1.id"]],
    ["stage", rules({ stage: "later" }), ["error stack.invalid-field regex.rules.0.stage"]],
    ["effect", rules({ effect: "display" }), ["error stack.invalid-field regex.rules.0.effect"]],
    [
      "flags",
      rules({ flags: "gg" }, { id: "q", flags: "y" }),
      ["error stack.invalid-rule regex.rules.0.flags", "error stack.invalid-rule regex.rules.1.flags"],
    ],
    ["pattern", rules({ pattern: "(" }), ["error stack.invalid-rule regex.rules.0.pattern"]],
    ["target", rules({ targets: ["both"] }), ["error stack.invalid-rule regex.rules.0.targets"]],
    [
      "limits",
      rules({ maxMessages: 0, maxChars: -1, minDepth: -1, maxDepth: 1.5 }),
      [
        "error stack.invalid-field regex.rules.0.maxMessages",
        "error stack.invalid-field regex.rules.0.maxChars",
        "error stack.invalid-field regex.rules.0.minDepth",
        "error stack.invalid-field regex.rules.0.maxDepth",
      ],
    ],
    ["depths", rules({ minDepth: 2, maxDepth: 1 }), ["error stack.invalid-rule regex.rules.0.minDepth"]],
    ["foreign token", rules({ replace: "{{match}}" }), ["warning stack.foreign-token regex.rules.0.replace"]],
    [
      "finalize stage",
      rules({ effect: "finalize", stage: "history", targets: ["messages"] }),
      ["error stack.invalid-rule regex.rules.0.stage"],
    ],
  ])("names what is wrong: %s", (_name, overrides, expected) => {
    expect(problems(overrides)).toEqual(expected);
  });

  test("keeps what it does not know inside options, source, defaults and regex, and drops it elsewhere", () => {
    const { stack } = parsePromptStack(
      aStack({
        colour: 1,
        defaults: { more: 1 },
        regex: { more: 1, rules: [{ ...rule, more: 1 }] },
        items: [
          { ...block, colour: 1, source: { more: 1 } },
          { ...slot, options: { more: 1 } },
        ],
      }),
    );
    expect(stack).not.toHaveProperty("colour");
    expect(stack.items[0]).toEqual({ ...block, source: { more: 1 } });
    expect(stack).toMatchObject({ defaults: { more: 1 }, regex: { more: 1, rules: [{ more: 1 }] } });
    expect(stack.items[1]).toMatchObject({ options: { more: 1 } });
  });

  test("keeps the written form of an empty policy, because the fingerprint covers it", () => {
    expect(parsePromptStack(aStack({ tools: { allow: [] } })).stack.tools).toEqual({ allow: [] });
    expect(parsePromptStack(aStack({ tools: { allow: [" a "], deny: ["b"] } })).stack.tools).toEqual({ allow: ["a"] });
  });

  test("treats names of prototypes as ordinary parameters", () => {
    const text = JSON.stringify(aStack()).replace("{", '{"parameters":{"__proto__":{"x":1},"constructor":2},');
    const { stack, usable } = parsePromptStack(text);
    expect(usable).toBe(true);
    expect(Object.keys(stack.parameters ?? {})).toEqual(["__proto__", "constructor"]);
    const old = parsePromptStack('{"id":"a","items":[],"variables":{"__proto__":"x"}}').stack;
    expect(Object.keys(old.variables ?? {})).toEqual(["__proto__"]);
  });

  test("refuses numbers that no fingerprint can cover", () => {
    const text = JSON.stringify(aStack()).replace("{", '{"parameters":{"a":[1e999]},');
    const parsed = parsePromptStack(text, origin);
    expect(parsed.usable).toBe(false);
    expect(parsed.diagnostics[0]).toMatchObject({ code: "stack.invalid-number", path: "parameters.a.0", line: 1 });
  });

  test("accepts custom slots that are registered", () => {
    const stack = aStack(items({ kind: "slot", id: "s", role: "system", slot: "mine" }));
    expect(parsePromptStack(stack, origin, { customSlots: ["mine"] }).diagnostics).toEqual([]);
  });

  test("says the line of an item's problem", () => {
    const text = JSON.stringify(aStack(items({ ...block, role: "tool" })), null, 1);
    const [first] = parsePromptStack(text, origin).diagnostics;
    expect(text.split("\n")[(first?.line ?? 0) - 1]).toContain('"role": "tool"');
  });
});

const keys = ["schemaVersion", "type", "id", "name", "mode", "defaults", "context", "tools", "skills", "variables"];
const moreKeys = ["parameters", "regex", "items", "import", "state", "autoActivate"];
const likelyItem = fc.record(
  {
    kind: fc.constantFrom<unknown>("block", "slot", 1),
    id: fc.oneof(fc.string(), fc.jsonValue()),
    role: fc.constantFrom<unknown>("system", "user", "tool", 1),
    content: fc.oneof(fc.string(), fc.jsonValue()),
    slot: fc.constantFrom<unknown>("chat-history", "date", "x", " ", 1),
    options: fc.jsonValue(),
    enabled: fc.oneof(fc.boolean(), fc.jsonValue()),
  },
  { requiredKeys: [] },
);
const likelyRule = fc.record(
  {
    id: fc.string(),
    stage: fc.constantFrom("history", "compiled", "x"),
    pattern: fc.string(),
    flags: fc.string(),
    maxChars: fc.jsonValue(),
  },
  { requiredKeys: [] },
);
const value = fc.oneof(
  fc.jsonValue(),
  fc.constantFrom<unknown>(1, 2, "pi-forge.prompt-stack", "t", "append", true),
  fc.array(likelyItem),
  fc.record({ allow: fc.array(fc.oneof(fc.string(), fc.jsonValue())), deny: fc.jsonValue() }, { requiredKeys: [] }),
  fc.record({ rules: fc.array(likelyRule) }),
);
const anyStack = fc.oneof(fc.anything(), fc.string(), fc.dictionary(fc.constantFrom(...keys, ...moreKeys), value));

test("reading, writing and reading again gives the same stack, and nothing throws", () => {
  fc.assert(
    fc.property(anyStack, (input) => {
      const first = parsePromptStack(input, origin);
      const again = parsePromptStack(serialisePromptStack(first.stack), origin);
      expect(again.stack).toEqual(first.stack);
      if (first.usable) expect(fingerprint(again.stack)).toBe(fingerprint(first.stack));
    }),
    { numRuns: 300 },
  );
}, 30_000);
