import { afterAll, beforeAll, expect, test } from "vitest";
import { findProfile } from "../../src/host/find-profile.ts";
import { resolveEntry } from "../../src/host/resolve-profile.ts";
import type { Workspace } from "../../src/host/workspace.ts";
import { aProfile, aStack, type ForgeFiles, forgeFiles } from "../support/forge-files.ts";

const count = 1000;
const name = (index: number) => `p${String(index).padStart(4, "0")}`;

/** Ten ways in which one file can be broken, with the code that says so. */
const brokenProfiles: readonly [string, string | object][] = [
  ["json.syntax", '{ "id": '],
  ["json.syntax", ""],
  ["profile.not-object", "[]"],
  ["profile.unknown-field", aProfile({ id: "b3", extra: 1 })],
  ["profile.invalid-field", aProfile({ id: "b4", schemaVersion: 2 })],
  ["profile.invalid-field", aProfile({ id: "b5", model: "acme/large" })],
  ["profile.invalid-field", aProfile({ id: "b6", thinkingLevel: "huge" })],
  ["profile.invalid-field", aProfile({ id: "b7", promptStack: "  " })],
  ["profile.invalid-id", aProfile({ id: "no id" })],
  ["profile.missing-id", aProfile({ id: undefined })],
];
const block = { kind: "block", id: "b", role: "system", content: "x" };
const brokenStacks: readonly [string, string | object][] = [
  ["json.syntax", "{,}"],
  ["stack.not-object", '"text"'],
  ["stack.missing-items", aStack({ id: "b2", items: undefined })],
  ["stack.invalid-item", aStack({ id: "b3", items: [{ ...block, kind: "note" }] })],
  ["stack.duplicate-item", aStack({ id: "b4", items: [block, block] })],
  ["stack.two-policies", aStack({ id: "b5", tools: { allow: ["a"], deny: ["b"] } })],
  ["stack.invalid-rule", aStack({ id: "b6", regex: { rules: [{ id: "r", stage: "compiled", pattern: "(" }] } })],
  ["stack.invalid-field", aStack({ id: "b7", type: "other" })],
  ["stack.invalid-id", aStack({ id: "no id" })],
  ["stack.invalid-pattern", aStack({ id: "b9", tools: { allow: [1] } })],
];

let files: ForgeFiles;
let workspace: Workspace;
beforeAll(() => {
  files = forgeFiles();
  for (let index = 0; index < count; index++) {
    const id = name(index);
    files.write(`.pi/forge/agent-profiles/${id}.json`, aProfile({ id, promptStack: id }));
    files.write(`.pi/forge/prompt-stacks/${id}.json`, aStack({ id }));
  }
  for (const [index, [, content]] of brokenProfiles.entries()) {
    files.write(`.pi/forge/agent-profiles/broken-${index}.json`, content);
  }
  for (const [index, [, content]] of brokenStacks.entries()) {
    files.write(`.pi/forge/prompt-stacks/broken-${index}.json`, content);
  }
  workspace = files.load({ builtIns: false });
}, 120_000);
afterAll(() => files.remove());

test.each([
  ["profiles", () => workspace.profiles, brokenProfiles],
  ["stacks", () => workspace.stacks, brokenStacks],
] as const)(
  "every broken file among a thousand %s is named, and hides none of the others",
  (_kind, entries, broken) => {
    expect(entries()).toHaveLength(count + broken.length);
    expect(entries().filter((each) => each.usable)).toHaveLength(count);
    const said = entries()
      .filter((each) => !each.usable)
      .map(({ file = "", diagnostics }) => {
        const errors = diagnostics.filter((each) => each.level === "error");
        expect(errors.every((each) => each.file !== undefined && file.endsWith(each.file))).toBe(true);
        return errors[0]?.code;
      });
    expect(said).toEqual(broken.map(([code]) => code));
    for (const { diagnostics } of entries().filter((each) => each.usable)) {
      expect(diagnostics.filter((each) => each.level === "error")).toEqual([]);
    }
  },
);

test("the last of a thousand resolves", () => {
  const entry = findProfile(workspace, `project:${name(count - 1)}`);
  if (!entry.ok) throw new Error("It is found.");
  expect(resolveEntry(workspace, entry.value).snapshot).toMatchObject({ promptStackId: `project:${name(count - 1)}` });
});
