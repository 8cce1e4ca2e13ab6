import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { negotiateSubagentTools } from "../../src/contract/tool-negotiation.ts";
import { filterToolsByPolicy, matchesPattern, type ToolPolicy } from "../../src/contract/tool-policy.ts";
import { brief, golden } from "./golden.ts";

interface Filtered {
  readonly policy: ToolPolicy | null;
  readonly names: readonly string[];
  readonly effective: readonly string[];
  readonly hasPolicy: boolean;
}

/** Decided otherwise: an empty allow list allows nothing. */
const recorded = golden<Filtered[]>("tool-policy").filter(({ policy }) => policy?.allow?.length !== 0);

describe("a policy selects as other installs do", () => {
  test.each(recorded)("$policy", ({ policy, names, effective, hasPolicy }) => {
    expect(filterToolsByPolicy(names, policy)).toMatchObject({ effective, hasPolicy });
  });
});

test("an empty allow list allows nothing, an empty deny list denies nothing", () => {
  expect(filterToolsByPolicy(["read"], { allow: [] })).toMatchObject({ effective: [], hasPolicy: true });
  expect(filterToolsByPolicy(["read"], { deny: [] })).toMatchObject({ effective: ["read"], hasPolicy: false });
});

test("nothing but stars is no policy, whatever the names hold", () => {
  const stars = { allow: ["*", " * "] };
  expect(filterToolsByPolicy(["a\nb"], stars)).toMatchObject({ effective: ["a\nb"], hasPolicy: false });
  expect(filterToolsByPolicy(["a\nb"], { allow: ["*", "x"] })).toMatchObject({ effective: [], hasPolicy: true });
});

test("names the allow patterns that match no tool", () => {
  const { unmatchedAllowPatterns } = filterToolsByPolicy(["read", "bash"], { allow: ["*", "re*", "nosuch*", "Read"] });
  expect(unmatchedAllowPatterns).toEqual(["nosuch*", "Read"]);
});

test("filtering never adds a tool and keeps the order", () => {
  const name = fc.string({ unit: fc.constantFrom("a", "b", "*", ".", "\n", "[") });
  const list = fc.option(fc.array(name), { nil: undefined });
  fc.assert(
    fc.property(fc.array(name), list, list, (names, allow, deny) => {
      const { effective } = filterToolsByPolicy(names, { allow, deny });
      expect(names.filter((each) => effective.includes(each))).toEqual(effective);
    }),
  );
});

test("a pattern matches as the regular expression with .* for * does", () => {
  const text = fc.string({ unit: fc.constantFrom("a", "b", ".", "\n", "[", "é"), maxLength: 8 });
  const pattern = fc.string({ unit: fc.constantFrom("a", "b", ".", "*", "\n", "["), maxLength: 8 });
  fc.assert(
    fc.property(text, pattern, (name, written) => {
      const source = written.split("*").map((part) => part.replace(/[.[\]\\^$*+?(){}|]/g, "\\$&"));
      expect(matchesPattern(name, written)).toBe(new RegExp(`^${source.join(".*")}$`).test(name));
    }),
  );
});

test("a pattern of many stars takes no time", () => {
  expect(matchesPattern("a".repeat(128), `${"*a".repeat(64)}*b`)).toBe(false);
});

test("an effect that nobody knows lets no tool through", () => {
  const catalog = [
    { id: "a", name: "a", effects: [] },
    { id: "b", name: "b", effects: ["time-travel"] },
  ];
  const { effectiveToolIds, diagnostics } = negotiateSubagentTools(catalog, null, {
    level: "read-only",
    network: "allow",
  });
  expect(effectiveToolIds).toEqual([]);
  expect(brief(diagnostics)).toEqual(["error tools.effects @toolCatalog[1].effects"]);
});

test("a policy that cannot be read lets no tool through", () => {
  const catalog = [{ id: "a", name: "a", effects: [] }];
  const { effectiveToolIds, diagnostics } = negotiateSubagentTools(
    catalog,
    { allow: "a" },
    { level: "none", network: "deny" },
  );
  expect(effectiveToolIds).toEqual([]);
  expect(brief(diagnostics)).toEqual(["error tools.policy @promptStack.tools"]);
});
