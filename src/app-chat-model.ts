import type { ExtensionContext } from "@mariozechner/pi-coding-agent";

type ChatModel = NonNullable<ExtensionContext["model"]>;

/** The model of the chat. Pi stands for "none" with one that it calls unknown, which no provider of that name ever answers for. */
export function chatModel({ model }: Pick<ExtensionContext, "model">): ChatModel | undefined {
  return model?.provider === "unknown" && model.id === "unknown" ? undefined : model;
}
