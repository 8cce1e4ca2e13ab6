import { deepFreeze } from "../contract/frozen.ts";
import type { StackSlot } from "../contract/product/prompt-stack.ts";
import { guarded, type Macros, maxExtensionChars, promptHelpers } from "./compile-macros.ts";
import type { SlotRegistration } from "./registrations.ts";
import { builtInSlot, type SlotInput } from "./slot-builtin.ts";
import { TemplateError } from "./template-tokenize.ts";

/** A slot's text; undefined for a slot that nobody provides. Throws a TemplateError when its text cannot be had. */
export function renderSlot(
  item: StackSlot,
  input: Omit<SlotInput, "options">,
  custom: SlotRegistration | undefined,
  macros: Macros,
): string | undefined {
  const options = item.options ?? {};
  const builtIn = builtInSlot(item.slot);
  if (!builtIn && !custom) return undefined;
  const text = builtIn ? builtIn({ ...input, options }) : custom && customText(item, custom, macros);
  if (typeof text !== "string") throw new TemplateError(`Slot "${item.slot}" gave no text.`);
  if (text.length > maxExtensionChars) {
    throw new TemplateError(`Slot "${item.slot}" gave more than ${maxExtensionChars} characters.`);
  }
  return text;
}

function customText(item: StackSlot, custom: SlotRegistration, macros: Macros): unknown {
  const env = macros.environmentFor(custom);
  const shown = deepFreeze(structuredClone(item));
  const options = shown.options ?? {};
  return guarded(`Slot "${item.slot}"`, () => custom.render({ item: shown, options, env, helpers: promptHelpers }));
}
