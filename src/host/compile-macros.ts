import type { JsonValue } from "../contract/json.ts";
import type { PromptEnvironment } from "./compile-input.ts";
import { dependencyName, type ExtensionHelpers, type MacroRegistration, type Registrations } from "./registrations.ts";
import { escapeXml } from "./template-filter.ts";
import { TemplateError } from "./template-tokenize.ts";

const maxMacroDepth = 32;
/** Of one macro's or one slot's text. */
export const maxExtensionChars = 16_384;

/** Given to every custom macro and slot. */
export const promptHelpers: ExtensionHelpers = Object.freeze({
  escapeXml: (text: string) => escapeXml(String(text)),
  toText: (value: unknown) => (typeof value === "string" ? value : (JSON.stringify(value) ?? "")),
});

/** A macro or a slot, as one that needs values of macros. */
type Owner = Pick<MacroRegistration, "name" | "dependencies">;

export interface Macros {
  has(name: string): boolean;
  /** Throws a TemplateError for a macro whose declared dependencies lead back to it, or too deep. */
  check(name: string): void;
  /** The macro's value, computed once in a compilation; throws a TemplateError. */
  value(name: string): JsonValue;
  /** The environment with the values that `owner` declared as its dependencies; throws a TemplateError. */
  environmentFor(owner: Owner): PromptEnvironment;
}

export function macrosOf(registrations: Registrations, environment: PromptEnvironment): Macros {
  const values = new Map<string, JsonValue | TemplateError>();
  const macros: Macros = {
    has: (name) => registrations.macros.has(name),
    check: (name) => checkChain(registrations, name, []),
    value(name) {
      const known = values.get(name) ?? compute(name);
      values.set(name, known);
      if (known instanceof TemplateError) throw known;
      return known;
    },
    environmentFor(owner) {
      const names = dependencyNames(owner);
      const extensions = Object.fromEntries(names.map((name) => [name, macros.value(name)]));
      return Object.freeze({ ...environment, extensions: Object.freeze(extensions) });
    },
  };
  return macros;

  function compute(name: string): JsonValue | TemplateError {
    try {
      macros.check(name);
      const macro = registrations.macros.get(name);
      if (!macro) return new TemplateError(`"extensions.${name}" is not registered.`);
      const env = macros.environmentFor(macro);
      return macroValue(
        name,
        guarded(`Macro "${name}"`, () => macro.render({ env, helpers: promptHelpers })),
      );
    } catch (cause) {
      if (cause instanceof TemplateError) return cause;
      throw cause;
    }
  }
}

function dependencyNames(owner: Owner): string[] {
  return (owner.dependencies ?? []).flatMap((each) => dependencyName(each) ?? []);
}

/** Runs foreign code; whatever it throws becomes a TemplateError. */
export function guarded<T>(label: string, run: () => T): T {
  try {
    return run();
  } catch (cause) {
    throw new TemplateError(`${label} failed: ${cause instanceof Error ? cause.message : "it threw no error"}.`, {
      cause,
    });
  }
}

function checkChain(registrations: Registrations, name: string, above: readonly string[]): void {
  const chain = [...above, name];
  if (above.includes(name)) throw new TemplateError(`Macros need each other: ${chain.join(" -> ")}.`);
  if (above.length >= maxMacroDepth)
    throw new TemplateError(`Macros depend on each other deeper than ${maxMacroDepth}.`);
  const macro = registrations.macros.get(name);
  for (const each of macro ? dependencyNames(macro) : []) checkChain(registrations, each, chain);
}

function macroValue(name: string, value: unknown): JsonValue {
  if (typeof value !== "string" && typeof value !== "number" && typeof value !== "boolean") {
    throw new TemplateError(`Macro "${name}" gave no text.`);
  }
  if (String(value).length > maxExtensionChars) {
    throw new TemplateError(`Macro "${name}" gave more than ${maxExtensionChars} characters.`);
  }
  return value;
}
