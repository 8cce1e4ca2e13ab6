import type { PreparedMessage } from "./contract/conversation.ts";
import type { AgentExecutionPlan } from "./contract/product/agent-execution-plan.ts";

/** The sealed prompt, every byte of it: the system prompt, then each message under who says it. Verbatim, so whoever shows it escapes it. */
export function promptText({ systemPrompt, messages }: Pick<AgentExecutionPlan, "systemPrompt" | "messages">): string {
  const parts = messages.map(
    (message, index) =>
      `--- message ${index + 1}: ${message.role} (${message.source ?? "unknown"}) ---\n${textOf(message)}`,
  );
  return ["--- system prompt ---", systemPrompt, ...parts].join("\n");
}

function textOf({ content }: PreparedMessage): string {
  return content.map((part) => (part.type === "text" ? part.text : `[media ${part.mediaId}]`)).join("\n");
}
