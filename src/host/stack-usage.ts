import type { PromptStack } from "../contract/product/prompt-stack.ts";
import { filterToolsByPolicy } from "../contract/tool-policy.ts";
import { builtInSlotNames } from "./built-in-slot-names.ts";
import type { FieldReport } from "./field-report.ts";

/** What is allowed but probably not meant. */
export function reportUsage(stack: PromptStack, report: FieldReport, customSlots: ReadonlySet<string>): void {
  for (const [index, item] of stack.items.entries()) {
    const inItem = report.within(["items", index], `items.${item.id || index}`);
    if (item.kind === "slot" && item.slot !== "" && !builtInSlotNames.has(item.slot) && !customSlots.has(item.slot)) {
      inItem.warning(
        "unknown-slot",
        `There is no slot "${item.slot}"; correct its name or add the module that makes it.`,
      );
    }
    if (item.kind === "block" && item.enabled !== false && item.role === undefined) {
      inItem.warning("no-role", `The block "${item.id}" has no role and will be ignored; add "role": "system".`);
    }
  }
  reportHistory(stack, report);
  reportSkills(stack, report);
}

function reportHistory(stack: PromptStack, report: FieldReport): void {
  const histories = stack.items.filter(
    (item) => item.kind === "slot" && item.slot === "chat-history" && item.enabled !== false,
  );
  if (histories.length === 0) {
    report.warning("no-history", `No enabled "chat-history" slot: live history has no place in this stack.`);
  }
  if (histories.length > 1 && stack.context?.allowDuplicateChatHistory !== true) {
    const message = `${histories.length} "chat-history" slots are enabled; only the first one is filled.`;
    report.warning("several-histories", message);
  }
}

function reportSkills(stack: PromptStack, report: FieldReport): void {
  if (!filterToolsByPolicy([], stack.skills).hasPolicy) return;
  report.info(
    "skills-policy",
    "The skills policy decides which skills the prompt names; it is no permission.",
    "skills",
  );
  if (stack.mode === "append" || stack.mode === "prepend") {
    const message = `With mode "${stack.mode}" the base prompt keeps its own skills; the skills policy does not reach them.`;
    report.warning("skills-mode", message, "skills");
  }
}
