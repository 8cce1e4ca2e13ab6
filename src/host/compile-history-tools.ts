import type { CompileMessage } from "./compile-message.ts";

/** Without tool calls and without what they returned. */
export function dropToolParts(messages: readonly CompileMessage[]): readonly CompileMessage[] {
  return messages.filter(({ role }) => role !== "toolResult").map((message) => keepCalls(message, () => false));
}

// A provider refuses a call without its result and a result without its call; filters may have left either.
export function repairToolPairs(messages: readonly CompileMessage[]): readonly CompileMessage[] {
  const answered = new Set<unknown>();
  const called = new Set<unknown>();
  const kept = messages.filter((message) => {
    for (const id of callIds(message)) called.add(id);
    if (message.role !== "toolResult") return true;
    const id = resultId(message);
    if (!called.has(id) || answered.has(id)) return false;
    answered.add(id);
    return true;
  });
  return kept.map((message) => keepCalls(message, (id) => answered.has(id)));
}

function keepCalls(message: CompileMessage, keep: (id: unknown) => boolean): CompileMessage {
  if (message.role !== "assistant" || !Array.isArray(message.content)) return message;
  const content = message.content.filter((part) => !isCall(part) || keep(part.id));
  return content.length === message.content.length ? message : { ...message, content };
}

function callIds({ role, content }: CompileMessage): unknown[] {
  if (role !== "assistant" || !Array.isArray(content)) return [];
  return content.filter(isCall).map((part) => part.id);
}

function isCall(part: unknown): part is { readonly id?: unknown } {
  return typeof part === "object" && part !== null && "type" in part && part.type === "toolCall";
}

function resultId(message: CompileMessage): unknown {
  return "toolCallId" in message ? message.toolCallId : undefined;
}
