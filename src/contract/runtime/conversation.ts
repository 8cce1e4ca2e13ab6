import { checker } from "../check.ts";
import { Conversation } from "../conversation.ts";
import type { Diagnostic } from "../diagnostic.ts";
import { fingerprint } from "../fingerprint.ts";

export const conversationCheck = checker(Conversation, {
  codes: {
    "": "conversation.type",
    systemPrompt: "conversation.system-prompt",
    messages: "conversation.messages",
    "messages[]": "conversation.message",
    "messages[].role": "conversation.message-role",
    "messages[].content": "conversation.message-content",
    "messages[].content[]": "conversation.content-part",
    "messages[].content[].type": "conversation.content-type",
    "messages[].content[].text": "conversation.text-part",
    "messages[].content[].mimeType": "conversation.media-mime",
  },
});

export function checkConversation(conversation: unknown): Diagnostic[] {
  return conversationCheck.diagnose(conversation);
}

/** Over the system prompt and, in order, each message's role and content. Equal for equal conversations on any backend. */
export function conversationFingerprint(conversation: Conversation): string {
  const messages = conversation.messages.map(({ role, content }) => ({ role, content }));
  return fingerprint({ systemPrompt: conversation.systemPrompt, messages });
}
