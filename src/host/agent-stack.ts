import type { PromptStack } from "../contract/product/prompt-stack.ts";

/** What one rendered block may hold. */
export const maxBodyChars = 100_000;

interface AgentText {
  readonly id: string;
  readonly body: string;
  readonly tools: readonly string[];
}

/**
 * The body is a parameter, not a template: braces in it are text for every host that renders this stack.
 * Blanks at its beginning and end do not reach the model, because system blocks are trimmed.
 */
export function agentStack({ id, body, tools }: AgentText): PromptStack {
  return {
    schemaVersion: 2,
    type: "pi-forge.prompt-stack",
    id,
    mode: "replace",
    // `allow: []` means everything to other hosts; this means nothing to all of them.
    tools: tools.length > 0 ? { allow: [...tools] } : { deny: ["*"] },
    parameters: { body },
    items: [
      { kind: "block", id: "body", role: "system", content: "{{ parameters.body }}" },
      { kind: "slot", id: "chat-history", slot: "chat-history" },
    ],
  };
}
