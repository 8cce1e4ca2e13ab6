/** A message as it stands in a session or comes out of a stack: only what compilation looks at is typed, the rest passes through. */
export interface CompileMessage {
  readonly role: string;
  /** Text, or parts of which only the text parts are ever changed. */
  readonly content?: unknown;
}

/** A message that a stack item makes. */
export interface StackMessage extends CompileMessage {
  readonly role: "user" | "assistant" | "custom";
  readonly content: readonly { readonly type: "text"; readonly text: string }[];
  readonly display?: boolean;
  readonly customType?: string;
  readonly details?: { readonly stackId: string };
}
