import { expect, test } from "vitest";
import { error, info, warning } from "../src/contract/diagnostic.ts";
import { unmatchedAllow } from "../src/contract/tool-negotiation.ts";
import type { ToolPolicy } from "../src/contract/tool-policy.ts";
import { planNotes, reasonsFirst } from "../src/delegation-notes.ts";

const noFind = info("tool.program-missing", "There is no fd.", "tools.find");
const other = warning("profile.note", "Something else.");

test.each<[string, ToolPolicy | undefined]>([
  ["allows the tool", { allow: ["read", "find"] }],
  ["allows it by a pattern", { allow: ["f*"] }],
  ["says nothing", undefined],
  ["denies another one", { deny: ["grep"] }],
])("a stack that %s hears once that its program is missing", (_name, policy) => {
  const unmatched = (policy?.allow ?? []).filter((each) => each.startsWith("f")).map(unmatchedAllow);
  expect(planNotes([noFind, other, ...unmatched, noFind], policy)).toEqual([noFind, other]);
});

test.each<[string, ToolPolicy]>([
  ["allows other tools", { allow: ["read"] }],
  ["denies it", { deny: ["find"] }],
  ["allows none", { allow: [] }],
])("a stack that %s does not hear of it", (_name, policy) => {
  expect(planNotes([noFind, other], policy)).toEqual([other]);
});

test("a pattern that no tool has, missing or not, is still named", () => {
  const unmatched = unmatchedAllow("bash");
  expect(planNotes([noFind, unmatched], { allow: ["bash", "find"] })).toEqual([noFind, unmatched]);
});

test("what is wrong comes before that it was refused, and what is only worth knowing last", () => {
  const [refused, reason] = [error("preflight.rejected", "No."), error("fake.thinking", "Not that level.")];
  expect(reasonsFirst([refused, noFind, reason, other])).toEqual([reason, refused, other, noFind]);
  expect(reasonsFirst([refused])).toEqual([refused]);
  expect(reasonsFirst([])).toEqual([]);
});
