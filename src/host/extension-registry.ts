import {
  type MacroRegistration,
  type Registrations,
  registrationNamePattern,
  type SlotRegistration,
} from "./registrations.ts";

interface ExtensionRegistry {
  registerMacro(macro: MacroRegistration): void;
  registerSlot(slot: SlotRegistration): void;
  /** A copy: later registrations do not show in it. */
  registrations(): Registrations;
  mark(): Registrations;
  rollBack(mark: Registrations): void;
}

/** Misuse throws: the module that does it is rolled back by whoever loads it. */
export function extensionRegistry(): ExtensionRegistry {
  const macros = new Map<string, MacroRegistration>();
  const slots = new Map<string, SlotRegistration>();
  const registrations = () => ({ macros: new Map(macros), slots: new Map(slots) });
  return {
    registerMacro: (macro) => add(macros, macro, "macro"),
    registerSlot: (slot) => add(slots, slot, "slot"),
    registrations,
    mark: registrations,
    rollBack(mark) {
      restore(macros, mark.macros);
      restore(slots, mark.slots);
    },
  };
}

function add<T extends MacroRegistration | SlotRegistration>(map: Map<string, T>, registration: T, kind: string): void {
  const { name, render } = registration;
  if (typeof name !== "string" || !registrationNamePattern.test(name)) {
    throw new Error(`"${String(name)}" is no name for a ${kind}`);
  }
  if (typeof render !== "function") throw new Error(`the ${kind} "${name}" has no render function`);
  if (map.has(name)) throw new Error(`the ${kind} "${name}" is registered already`);
  map.set(name, registration);
}

function restore<T>(map: Map<string, T>, earlier: ReadonlyMap<string, T>): void {
  map.clear();
  for (const [name, registration] of earlier) map.set(name, registration);
}
