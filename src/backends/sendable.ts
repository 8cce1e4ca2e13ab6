import type { Conversation } from "../contract/conversation.ts";
import { type Diagnostic, error } from "../contract/diagnostic.ts";
import { isKnownApi } from "./bridge-payload.ts";

/** What cannot reach a provider as it was compiled. Found here, before anybody is asked to approve it. */
export function* unsendable(conversation: Conversation, api: string): Generator<Diagnostic> {
  const { systemPrompt, messages } = conversation;
  if (systemPrompt === "" && !isKnownApi(api)) {
    yield error(
      "conversation.empty-system-prompt",
      `An empty system prompt cannot be sent through "${api}"; write one.`,
      "systemPrompt",
    );
  }
  if (!systemPrompt.isWellFormed()) yield loneSurrogate("systemPrompt");
  for (const [index, message] of messages.entries()) {
    const at = `messages[${index}]`;
    for (const [part, content] of message.content.entries()) {
      if (content.type !== "text") {
        yield error("conversation.media", `Part ${part + 1} of message ${index + 1} is not text; remove it.`, at);
      } else if (!content.text.isWellFormed()) {
        yield loneSurrogate(`${at}.content[${part}]`);
      } else if (content.text.trim() === "") {
        const problem = `Part ${part + 1} of message ${index + 1} (${message.role}) is blank and providers drop it; remove it or write something.`;
        yield error("conversation.blank-text", problem, `${at}.content[${part}]`);
      }
    }
  }
}

function loneSurrogate(path: string): Diagnostic {
  return error(
    "conversation.lone-surrogate",
    "The text holds half of a surrogate pair, which cannot be sent as it is; remove it.",
    path,
  );
}
