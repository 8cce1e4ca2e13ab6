import type { PromptStack, StackBlock, StackSlot } from "../contract/product/prompt-stack.ts";
import { type CompileContext, renderItem } from "./compile-context.ts";
import { type CompileDiagnostic, compileWarning } from "./compile-diagnostic.ts";
import { selectHistory } from "./compile-history.ts";
import type { CompileMessage, StackMessage } from "./compile-message.ts";
import { applyToMessages, outgoingRules } from "./regex-apply.ts";
import { chatHistorySlot } from "./slot-builtin.ts";

export interface CompiledMessages {
  readonly messages: readonly CompileMessage[];
  readonly messageDiagnostics: readonly CompileDiagnostic[];
}

/** The items with another role than system, in order, with the history where its slot stands; then the rules for messages. */
export function compileMessages(history: readonly CompileMessage[], context: CompileContext): CompiledMessages {
  const messages: CompileMessage[] = [];
  const diagnostics: CompileDiagnostic[] = [];
  const repeatable = context.stack.context?.allowDuplicateChatHistory === true;
  let spliced = false;
  for (const item of context.stack.items.filter((each) => each.enabled !== false)) {
    if (item.kind !== "slot" || item.slot !== chatHistorySlot) {
      const made = itemMessage(item, context);
      messages.push(...made.messages);
      diagnostics.push(...made.diagnostics);
    } else if (spliced && !repeatable) {
      diagnostics.push(
        compileWarning("slot.history-repeated", "Chat history was put in already; this slot is left out.", item.id),
      );
    } else {
      spliced = true;
      const selected = historyMessages(history, item, context);
      messages.push(...selected.messages);
      diagnostics.push(...selected.diagnostics);
    }
  }
  const rules = outgoingRules(context.stack.regex?.rules, "compiled", "messages");
  const replaced = applyToMessages(messages, rules, context.match);
  return { messages: replaced.messages, messageDiagnostics: [...diagnostics, ...replaced.diagnostics] };
}

function historyMessages(history: readonly CompileMessage[], item: StackSlot, context: CompileContext) {
  const selected = selectHistory(history, item.options ?? {});
  return applyToMessages(selected, outgoingRules(context.stack.regex?.rules, "history"), context.match);
}

interface Made {
  readonly messages: readonly StackMessage[];
  readonly diagnostics: readonly CompileDiagnostic[];
}

function itemMessage(item: StackBlock | StackSlot, context: CompileContext): Made {
  if (item.role === undefined || item.role === "system") return { messages: [], diagnostics: [] };
  const { text, diagnostics } = renderItem(item, context);
  if (text.trim() === "") return { messages: [], diagnostics };
  return { messages: [stackMessage(item.role, text, context.stack)], diagnostics };
}

function stackMessage(role: StackMessage["role"], text: string, stack: PromptStack): StackMessage {
  const message = { role, content: [{ type: "text", text } as const] };
  if (role !== "custom") return message;
  const display = stack.defaults?.syntheticMessagesVisible === true;
  return { ...message, display, customType: "pi-forge", details: { stackId: stack.id } };
}
