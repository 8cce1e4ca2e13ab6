import fc from "fast-check";
import { expect, test } from "vitest";
import type { ResourcePolicy } from "../../src/contract/product/prompt-stack.ts";
import { filterToolsByPolicy, hasPolicy, unmatchedAllowPatterns } from "../../src/host/tool-policy.ts";
import { decidedOtherwise, golden } from "../support/golden.ts";

interface PolicyVector {
  readonly policy: ResourcePolicy | null;
  readonly names: readonly string[];
  readonly effective: readonly string[];
  readonly hasPolicy: boolean;
}

const vectors = golden<PolicyVector[]>("tool-policy").map((each) => ({ ...each, title: JSON.stringify(each.policy) }));
const isEmptyAllow = ({ policy }: PolicyVector) => policy?.allow?.length === 0;

test.each(vectors.filter((each) => !isEmptyAllow(each)))("filters as recorded: $title", (vector) => {
  expect(filterToolsByPolicy(vector.names, vector.policy)).toEqual(vector.effective);
  expect(hasPolicy(vector.policy)).toBe(vector.hasPolicy);
});

test("an empty allow list allows nothing, decided otherwise than recorded", () => {
  expect(decidedOtherwise("tool-policy", "allow: []")).toBeDefined();
  expect(vectors.filter(isEmptyAllow)).toHaveLength(1);
  for (const { names, policy } of vectors.filter(isEmptyAllow)) expect(filterToolsByPolicy(names, policy)).toEqual([]);
});

test("nothing but stars is no policy", () => {
  expect(hasPolicy({ allow: ["*", " * "] })).toBe(false);
  expect(hasPolicy({ deny: [] })).toBe(false);
});

test("names the allow patterns that match no tool", () => {
  expect(unmatchedAllowPatterns(["read", "bash"], { allow: ["*", "re*", "nosuch*", "Read"] })).toEqual([
    "nosuch*",
    "Read",
  ]);
});

const name = fc.string({ unit: fc.constantFrom("a", "b", "*", ".", "\n", "[") });
const policy = fc.oneof(
  fc.record({ allow: fc.array(name) }),
  fc.record({ deny: fc.array(name) }),
  fc.record({ allow: fc.array(name), deny: fc.array(name) }),
);

test("filtering never adds a tool and keeps the order", () => {
  fc.assert(
    fc.property(fc.array(name), policy, (names, rule) => {
      const kept = filterToolsByPolicy(names, rule);
      expect(names.filter((each) => kept.includes(each))).toEqual(kept);
    }),
  );
});

test("a star matches what .* matches", () => {
  fc.assert(
    fc.property(name, name, (pattern, tool) => {
      const escaped = pattern.trim().replace(/[.[]/g, "\\$&").replaceAll("*", ".*");
      const expected = new RegExp(`^${escaped}$`).test(tool);
      expect(filterToolsByPolicy([tool], { allow: [pattern] }).length === 1).toBe(expected);
    }),
    { numRuns: 2000 },
  );
});
