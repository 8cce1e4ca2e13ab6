import { expect, test } from "vitest";
import { unsendable } from "../../src/backends/sendable.ts";
import type { Conversation } from "../../src/contract/conversation.ts";
import { aConversation } from "./pi-harness.ts";

const said = (role: "user" | "assistant", text: string): Partial<Conversation> => ({
  messages: [{ role, content: [{ type: "text", text }] }],
});

test.each<[string, Partial<Conversation>, string, string[]]>([
  ["what can be sent", {}, "openai-completions", []],
  ["an empty system prompt where it can be left out", { systemPrompt: "" }, "anthropic-messages", []],
  [
    "an empty system prompt elsewhere",
    { systemPrompt: "" },
    "other",
    ["conversation.empty-system-prompt systemPrompt"],
  ],
  ["half a pair in the prompt", { systemPrompt: "a\ud83d" }, "other", ["conversation.lone-surrogate systemPrompt"]],
  ["half a pair", said("user", "\udc00"), "other", ["conversation.lone-surrogate messages[0].content[0]"]],
  ["an empty assistant text", said("assistant", ""), "other", ["conversation.blank-text messages[0].content[0]"]],
  ["a blank user text", said("user", " \n"), "other", ["conversation.blank-text messages[0].content[0]"]],
])("%s", (_what, change, api, expected) => {
  const found = [...unsendable(aConversation(change), api)].map((each) => `${each.code} ${each.path}`);
  expect(found).toEqual(expected);
});
