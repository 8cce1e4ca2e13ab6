import type { JsonObject } from "../contract/json.ts";
import type { StackSlot } from "../contract/product/prompt-stack.ts";

/** What a trusted module gets to work with besides the values of the run. */
export interface ExtensionHelpers {
  /** Escapes & < > " ' for XML. */
  escapeXml(text: string): string;
  /** The text a template writes for a value: strings as they are, everything else as compact JSON. */
  toText(value: unknown): string;
}

/** Frozen values of one compilation: `runtime`, `parameters` and the outputs of declared dependencies under `extensions`. */
export type ExtensionEnv = JsonObject;

interface Registration {
  readonly name: string;
  readonly description?: string;
  /** Who registered it; without one a dependency on it is anonymous. */
  readonly source?: string;
  /** `extensions.<macro name>` each. */
  readonly dependencies?: readonly string[];
}

export interface MacroRegistration extends Registration {
  render(input: { readonly env: ExtensionEnv; readonly helpers: ExtensionHelpers }): unknown;
}

export interface SlotRegistration extends Registration {
  /** Schema of the options, for editors; not checked at run time. */
  readonly options?: unknown;
  render(input: {
    readonly item: StackSlot;
    readonly options: JsonObject;
    readonly env: ExtensionEnv;
    readonly helpers: ExtensionHelpers;
  }): unknown;
}

/** Custom macros and slots by name. */
export interface Registrations {
  readonly macros: ReadonlyMap<string, MacroRegistration>;
  readonly slots: ReadonlyMap<string, SlotRegistration>;
}

export const noRegistrations: Registrations = { macros: new Map(), slots: new Map() };

export const registrationNamePattern = /^[A-Za-z][A-Za-z0-9_-]*$/;

/** `extensions.X` -> `X`; anything else is no macro dependency. */
export function dependencyName(dependency: string): string | undefined {
  const [root, name, ...rest] = dependency.split(".");
  return root === "extensions" && name && rest.length === 0 ? name : undefined;
}
