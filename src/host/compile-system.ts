import type { PromptStack } from "../contract/product/prompt-stack.ts";
import { type CompileContext, renderItem } from "./compile-context.ts";
import { type CompileDiagnostic, compileInfo, compileWarning } from "./compile-diagnostic.ts";
import { joinTexts } from "./join-texts.ts";
import { applyToText, outgoingRules } from "./regex-apply.ts";
import { chatHistorySlot } from "./slot-builtin.ts";

export interface CompiledSystem {
  readonly systemPrompt: string;
  readonly systemDiagnostics: readonly CompileDiagnostic[];
}

/** The system items in order, beside or in the place of the base prompt, then the rules for the system prompt. */
export function compileSystem(base: string, context: CompileContext): CompiledSystem {
  const { texts, diagnostics } = systemTexts(context);
  const combined = combine(joinTexts(texts), base, context.stack, diagnostics);
  const rules = outgoingRules(context.stack.regex?.rules, "compiled", "system");
  const replaced = applyToText(combined.text, rules, context.match);
  return {
    systemPrompt: replaced.text,
    systemDiagnostics: [...diagnostics, ...combined.diagnostics, ...replaced.diagnostics],
  };
}

function systemTexts(context: CompileContext): { texts: string[]; diagnostics: CompileDiagnostic[] } {
  const texts: string[] = [];
  const diagnostics: CompileDiagnostic[] = [];
  for (const item of context.stack.items) {
    if (item.enabled === false || item.role !== "system") continue;
    if (item.kind === "slot" && item.slot === chatHistorySlot) {
      diagnostics.push(
        compileWarning("slot.history-in-system", "Chat history cannot stand in the system prompt.", item.id),
      );
      continue;
    }
    const rendered = renderItem(item, context);
    diagnostics.push(...rendered.diagnostics);
    const text = rendered.text.trim();
    if (text !== "") texts.push(text);
  }
  return { texts, diagnostics };
}

function combine(
  compiled: string,
  base: string,
  stack: PromptStack,
  earlier: readonly CompileDiagnostic[],
): { text: string; diagnostics: CompileDiagnostic[] } {
  if (compiled === "") return { text: base, diagnostics: [emptyWarning(stack, earlier)] };
  const mode = stack.mode ?? "replace";
  if (mode === "replace") return { text: compiled, diagnostics: [] };
  const text = mode === "append" ? `${base}\n\n${compiled}` : `${compiled}\n\n${base}`;
  const message = `Mode "${mode}" joins an empty base prompt; its blank lines stay in the prompt.`;
  return { text, diagnostics: base === "" ? [compileInfo("stack.empty-base", message)] : [] };
}

function emptyWarning(stack: PromptStack, earlier: readonly CompileDiagnostic[]): CompileDiagnostic {
  const failed = earlier.some((each) => each.level === "error");
  return failed
    ? compileWarning(
        "system.failed",
        `Every system item of stack "${stack.id}" failed or is empty; the base prompt is used.`,
      )
    : compileWarning("system.empty", `Stack "${stack.id}" has no system text; the base prompt is used.`);
}
