import type { JsonObject } from "../contract/json.ts";
import { dropToolParts, repairToolPairs } from "./compile-history-tools.ts";
import type { CompileMessage } from "./compile-message.ts";

const summaryRoles = ["branchSummary", "compactionSummary"];

/** The part of a session's messages that a chat-history slot lets through, in order. */
export function selectHistory(history: readonly CompileMessage[], options: JsonObject): readonly CompileMessage[] {
  const steps: readonly ((messages: readonly CompileMessage[]) => readonly CompileMessage[])[] = [
    (all) => (options.includeLastUserMessage === false ? withoutLastUser(all) : all),
    (all) => (options.includeSummaries === false ? all.filter(({ role }) => !summaryRoles.includes(role)) : all),
    (all) => withRoles(all, options.roles),
    (all) => (options.stripAssistantThinking === true ? all.map(withoutThinking) : all),
    (all) => (options.toolMode === "drop" ? dropToolParts(all) : all),
    (all) => lastMessages(all, options.maxMessages),
    (all) => lastChars(all, options.maxChars),
    repairToolPairs,
    (all) => all.filter((message) => !isEmptied(message)),
  ];
  return steps.reduce((messages, step) => step(messages), history);
}

function withoutLastUser(messages: readonly CompileMessage[]): readonly CompileMessage[] {
  const last = messages.findLastIndex(({ role }) => role === "user");
  return messages.filter((_, index) => index !== last);
}

function withRoles(messages: readonly CompileMessage[], roles: unknown): readonly CompileMessage[] {
  if (!Array.isArray(roles)) return messages;
  return messages.filter(({ role }) => roles.includes(role));
}

function withoutThinking(message: CompileMessage): CompileMessage {
  if (message.role !== "assistant" || !Array.isArray(message.content)) return message;
  return { ...message, content: message.content.filter((part) => partType(part) !== "thinking") };
}

function lastMessages(messages: readonly CompileMessage[], most: unknown): readonly CompileMessage[] {
  return isCount(most) ? messages.slice(Math.max(0, messages.length - most)) : messages;
}

// Whole messages only, newest first: half a message would be a text that nobody wrote.
function lastChars(messages: readonly CompileMessage[], most: unknown): readonly CompileMessage[] {
  if (!isCount(most)) return messages;
  let chars = 0;
  let first = messages.length;
  for (const message of messages.toReversed()) {
    chars += messageChars(message);
    if (chars > most) break;
    first--;
  }
  return messages.slice(first);
}

function isCount(value: unknown): value is number {
  return typeof value === "number" && Number.isInteger(value) && value > 0;
}

function messageChars({ content }: CompileMessage): number {
  if (typeof content === "string") return content.length;
  return Array.isArray(content) ? content.reduce((sum: number, part: unknown) => sum + partText(part).length, 0) : 0;
}

function isEmptied({ role, content }: CompileMessage): boolean {
  return role === "assistant" && Array.isArray(content) && content.every((part) => isBlankText(part));
}

function isBlankText(part: unknown): boolean {
  return partType(part) === "text" && partText(part).trim() === "";
}

function partText(part: unknown): string {
  if (typeof part !== "object" || part === null) return "";
  if ("text" in part && typeof part.text === "string") return part.text;
  return "thinking" in part && typeof part.thinking === "string" ? part.thinking : "";
}

function partType(part: unknown): unknown {
  return typeof part === "object" && part !== null && "type" in part ? part.type : undefined;
}
