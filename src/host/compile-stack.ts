import { compileContext } from "./compile-context.ts";
import type { CompileInput } from "./compile-input.ts";
import { type CompiledMessages, compileMessages } from "./compile-messages.ts";
import { type CompiledSystem, compileSystem } from "./compile-system.ts";

export type CompiledStack = CompiledSystem & CompiledMessages;

/** Same input, same bytes: compilation reads no clock, no file and no environment (but for the local time zone). */
export function compilePromptStack(input: CompileInput): CompiledStack {
  const context = compileContext(input);
  return { ...compileSystem(input.base, context), ...compileMessages(input.history ?? [], context) };
}
