import { describe, expect, test } from "vitest";
import type { JsonObject } from "../../src/contract/json.ts";
import { selectHistory } from "../../src/host/compile-history.ts";
import type { CompileMessage } from "../../src/host/compile-message.ts";
import { compilePromptStack } from "../../src/host/compile-stack.ts";

const call = (id: string) => ({ type: "toolCall", id, name: "read", arguments: {} });
const result = (toolCallId: string) => ({
  role: "toolResult",
  toolCallId,
  content: [{ type: "text", text: toolCallId }],
});
const history: readonly CompileMessage[] = [
  { role: "compactionSummary", summary: "before" } as CompileMessage,
  { role: "user", content: "first" },
  { role: "assistant", content: [{ type: "thinking", thinking: "hm" }, { type: "text", text: "reads" }, call("1")] },
  result("1"),
  { role: "assistant", content: [{ type: "thinking", thinking: "only" }] },
  { role: "assistant", content: [call("lost")] },
  result("unasked"),
  { role: "user", content: "last" },
];
const roles = (options: JsonObject) => selectHistory(history, options).map(({ role }) => role);

describe("what a chat-history slot lets through", () => {
  test("is everything but tool calls and results that lack their other half", () => {
    expect(roles({})).toEqual(["compactionSummary", "user", "assistant", "toolResult", "assistant", "user"]);
  });

  test("leaves out the last user message, summaries or roles that are not wanted", () => {
    expect(roles({ includeLastUserMessage: false })).not.toContain("last");
    expect(
      selectHistory(history, { includeLastUserMessage: false }).filter(({ role }) => role === "user"),
    ).toHaveLength(1);
    expect(roles({ includeSummaries: false })).not.toContain("compactionSummary");
    expect(roles({ roles: ["user"] })).toEqual(["user", "user"]);
  });

  test("has no thinking when that is stripped, nor an assistant message of nothing else", () => {
    const [, , assistant, ...rest] = selectHistory(history, { stripAssistantThinking: true });
    expect(assistant?.content).toEqual([{ type: "text", text: "reads" }, call("1")]);
    expect(rest.map(({ role }) => role)).toEqual(["toolResult", "user"]);
  });

  test("has no tools when they are dropped", () => {
    expect(JSON.stringify(selectHistory(history, { toolMode: "drop" }))).not.toMatch(/toolCall|toolResult/);
  });

  test("is the newest messages within the counts, with whole pairs only", () => {
    expect(roles({ maxMessages: 2 })).toEqual(["user"]);
    expect(roles({ maxChars: 4 })).toEqual(["user"]);
    expect(roles({ maxMessages: 5 })).toEqual(["assistant", "user"]);
  });
});

describe("a stack with chat history", () => {
  const runtime = { options: { cwd: "/p" }, latestUserMessage: "last", now: "2026-03-04T05:06:07.089Z" };
  const slot = { kind: "slot" as const, slot: "chat-history" };
  const block = (id: string) => ({ kind: "block" as const, id, role: "user" as const, content: id });
  const compiled = (context: JsonObject, regex?: "history" | "compiled") =>
    compilePromptStack({
      stack: {
        schemaVersion: 2,
        id: "t",
        context,
        items: [block("alpha"), { ...slot, id: "h1" }, { ...slot, id: "h2" }, block("omega")],
        ...(regex && { regex: { rules: [{ id: "r", stage: regex, pattern: "a", flags: "g", replace: "X" }] } }),
      },
      base: "",
      runtime,
      history: [{ role: "user", content: "a past" }],
    });

  test("puts it where its first slot stands and warns of the second", () => {
    const { messages, messageDiagnostics } = compiled({});
    expect(messages.map(({ content }) => (typeof content === "string" ? content : "item"))).toEqual([
      "item",
      "a past",
      "item",
    ]);
    expect(messageDiagnostics).toMatchObject([{ level: "warning", itemId: "h2" }]);
    expect(compiled({ allowDuplicateChatHistory: true }).messages).toHaveLength(4);
  });

  test("changes with rules for the history only what came from it", () => {
    const texts = JSON.stringify(compiled({}, "history").messages);
    expect(texts).toContain("X pXst");
    expect(texts).toContain("alpha");
    expect(JSON.stringify(compiled({}, "compiled").messages)).toContain("XlphX");
  });
});
