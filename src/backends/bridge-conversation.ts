import type { Job } from "./frames.ts";

const noUsage = {
  input: 0,
  output: 0,
  cacheRead: 0,
  cacheWrite: 0,
  totalTokens: 0,
  cost: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, total: 0 },
};

/** The sealed messages as Pi's own; a custom message reaches a model as a user's. */
export function sealedMessages(job: Job, timestamp: number) {
  return job.messages.map((message) => {
    const content = message.texts.map((text) => ({ type: "text" as const, text }));
    if (message.role !== "assistant") return { role: "user" as const, content, timestamp };
    return {
      role: "assistant" as const,
      content,
      api: job.api,
      provider: job.provider,
      model: job.modelId,
      usage: noUsage,
      stopReason: "stop" as const,
      timestamp,
    };
  });
}

/** What Pi added after the placeholder prompt; undefined when the placeholder is not there. */
export function afterPlaceholder<M extends { readonly role: string }>(
  messages: readonly M[],
  placeholder: string,
): M[] | undefined {
  const index = messages.findIndex((message) => message.role === "user" && plainText(message) === placeholder);
  return index < 0 ? undefined : messages.slice(index + 1);
}

function plainText(message: object): string | undefined {
  const content: unknown = "content" in message ? message.content : undefined;
  if (typeof content === "string") return content;
  if (!Array.isArray(content) || content.length !== 1) return undefined;
  const part: unknown = content[0];
  return typeof part === "object" && part !== null && "text" in part && typeof part.text === "string"
    ? part.text
    : undefined;
}
