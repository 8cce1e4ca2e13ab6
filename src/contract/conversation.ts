import { type Static, Type } from "@sinclair/typebox";
import { Fingerprint, imageMimePattern, OpaqueId } from "./identifiers.ts";

const TextPart = Type.Object({ type: Type.Literal("text"), text: Type.String() });
const MediaPart = Type.Object({
  type: Type.Literal("media"),
  mediaId: OpaqueId,
  mimeType: Type.String({ pattern: imageMimePattern }),
  digest: Fingerprint,
  backendResourceId: Type.Optional(OpaqueId),
});
export const ContentPart = Type.Union([TextPart, MediaPart]);
export type ContentPart = Static<typeof ContentPart>;

export const MessageRole = Type.Union([Type.Literal("user"), Type.Literal("assistant"), Type.Literal("custom")]);
export type MessageRole = Static<typeof MessageRole>;

/** What is sealed: exactly what the conversation fingerprint covers. */
export const ConversationMessage = Type.Object({
  role: MessageRole,
  content: Type.Array(ContentPart, { minItems: 1 }),
});
export type ConversationMessage = Static<typeof ConversationMessage>;

export const Conversation = Type.Object({
  systemPrompt: Type.String(),
  messages: Type.Array(ConversationMessage, { minItems: 1 }),
});
export type Conversation = Static<typeof Conversation>;

/** A message as the host prepares it: it says where it came from; the delegated task is protected and last. */
export const PreparedMessage = Type.Object({
  role: MessageRole,
  content: Type.Array(ContentPart),
  protectedTask: Type.Optional(Type.Boolean()),
  source: Type.Optional(
    Type.Union([Type.Literal("prompt-stack"), Type.Literal("delegated-task"), Type.Literal("selected-context")]),
  ),
});
export type PreparedMessage = Static<typeof PreparedMessage>;
