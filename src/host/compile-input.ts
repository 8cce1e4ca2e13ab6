import type { JsonObject } from "../contract/json.ts";
import type { ModelReference } from "../contract/model.ts";
import type { PromptStack } from "../contract/product/prompt-stack.ts";
import type { CompileMessage } from "./compile-message.ts";
import type { Registrations } from "./registrations.ts";

/** What Pi knows when it builds a prompt; in delegation only the directory and the tools are there. */
export interface PromptOptions {
  readonly cwd: string;
  readonly selectedTools?: readonly string[];
  /** Tool name to one line about it. */
  readonly toolSnippets?: Readonly<Record<string, string>>;
  readonly promptGuidelines?: readonly string[];
  readonly appendSystemPrompt?: string;
  readonly contextFiles?: readonly { readonly path: string; readonly content: string }[];
  readonly skills?: readonly PromptSkill[];
}

export interface PromptSkill {
  readonly name: string;
  readonly description: string;
  readonly filePath: string;
  readonly disableModelInvocation?: boolean;
}

export interface CompileRuntime {
  readonly options: PromptOptions;
  readonly model?: ModelReference & { readonly api?: string };
  readonly latestUserMessage: string;
  /** ISO 8601. Compilation never looks at a clock. */
  readonly now: string;
}

export interface CompileInput {
  /** The normalised stack. */
  readonly stack: PromptStack;
  /** The system prompt that the stack replaces, or stands beside. */
  readonly base: string;
  readonly runtime: CompileRuntime;
  readonly history?: readonly CompileMessage[];
  readonly registrations?: Registrations;
}

/** What templates, custom macros and custom slots see; deeply frozen. */
export type PromptEnvironment = {
  readonly runtime: JsonObject;
  readonly parameters: JsonObject;
  /** The values of the macros that the caller declared as dependencies. */
  readonly extensions: JsonObject;
};
