import { expect, test } from "vitest";
import type { JsonObject } from "../../src/contract/json.ts";
import type { PromptStack } from "../../src/contract/product/prompt-stack.ts";
import type { PromptOptions } from "../../src/host/compile-input.ts";
import { compilePromptStack } from "../../src/host/compile-stack.ts";

const known: PromptOptions = {
  cwd: "C:\\work\\proj",
  selectedTools: ["read", "bash"],
  toolSnippets: { read: "Read <files>" },
  promptGuidelines: [" Be brief. ", "Be brief.", "", "Use <b>."],
  appendSystemPrompt: "Appended <as is>",
  contextFiles: [{ path: "/p/A&B.md", content: "# Rules\n<b>" }],
  skills: [
    { name: "s&1", description: "Does <it>", filePath: "/s/SKILL.md" },
    { name: "hidden", description: "d", filePath: "/h", disableModelInvocation: true },
    { name: "other", description: "d", filePath: "/o" },
  ],
};

/** What one slot writes; "" when it writes nothing. */
function slot(
  name: string,
  options: JsonObject = {},
  more: Partial<PromptStack> = {},
  given: Partial<PromptOptions> = {},
) {
  const item = { kind: "slot" as const, id: "s", role: "system" as const, slot: name, options };
  const runtime = { options: { ...known, ...given }, latestUserMessage: "", now: "2026-03-04T05:06:07.089Z" };
  const stack = { schemaVersion: 2 as const, id: "t", items: [item], ...more };
  return compilePromptStack({ stack, base: "", runtime }).systemPrompt;
}

const lists = ["tools", "tool-guidelines", "skills", "project-context"];

test.each(lists)("%s is XML, also for a format that nobody knows, and plain when asked", (name) => {
  expect(slot(name)).toMatch(/^<[a-z_]+>\n[\s\S]*\n<\/[a-z_]+>$/);
  expect(slot(name, { format: "json" })).toBe(slot(name));
  expect(slot(name, { format: "plain" })).not.toMatch(/^<[a-z_]+>/);
});

test("names and texts of others are escaped in XML, but not a file's own text", () => {
  expect(slot("tools")).toContain("Read &lt;files&gt;");
  expect(slot("skills")).toContain('name="s&amp;1"');
  expect(slot("tool-guidelines")).toContain("Use &lt;b&gt;.");
  expect(slot("project-context")).toContain("A&amp;B.md");
  expect(slot("project-context")).toContain("# Rules\n<b>");
  expect(slot("append-system-prompt")).toBe("Appended <as is>");
});

test("tools are those the policy lets through, or a word for none", () => {
  expect(slot("tools", { onlyWithSnippets: true })).not.toContain("bash");
  expect(slot("tools", {}, { tools: { allow: ["b*"] } })).not.toContain("read");
  for (const format of ["xml", "plain"])
    expect(slot("tools", { format }, { tools: { deny: ["*"] } })).toContain("none");
});

test("guidelines are trimmed, once each, under a heading of one's own", () => {
  const lines = slot("tool-guidelines", { format: "plain", heading: "Rules:" }).split("\n");
  expect(lines[0]).toBe("Rules:");
  expect(lines.filter((line) => line.includes("Be brief."))).toHaveLength(1);
  expect(slot("tool-guidelines", {}, {}, { promptGuidelines: [], selectedTools: ["read"] })).toBe("");
});

test("skills are those a model may call and the policy lets through, and none without a tool to read them", () => {
  expect(slot("skills")).not.toContain("hidden");
  expect(slot("skills", {}, { skills: { deny: ["o*"] } })).not.toContain("other");
  expect(slot("skills", {}, { skills: { allow: ["*r"] } })).not.toContain("s&amp;1");
  expect(slot("skills", { requireReadTool: true })).toContain("other");
  expect(slot("skills", { requireReadTool: true }, { tools: { deny: ["read"] } })).toBe("");
});

test("nothing is written where there is nothing", () => {
  const nothing = { skills: [], contextFiles: [], promptGuidelines: [], selectedTools: [], appendSystemPrompt: "" };
  for (const name of ["tool-guidelines", "skills", "project-context", "append-system-prompt"])
    expect(slot(name, {}, {}, nothing)).toBe("");
});
