import { type ModelReference, parseModelReference, type ThinkingLevel, thinkingLevels } from "../contract/model.ts";

/** Short names a person chose, each for a `provider/id`. */
export type ModelAliases = ReadonlyMap<string, string>;

/** What the session lends to agents that name no model of their own. */
export interface SessionModel {
  readonly model: ModelReference | undefined;
  readonly thinking: ThinkingLevel;
  readonly aliases: ModelAliases;
}

type AgentModel =
  | { readonly kind: "session"; readonly suffix?: ThinkingLevel }
  | { readonly kind: "named"; readonly model: ModelReference; readonly suffix?: ThinkingLevel }
  | { readonly kind: "unknown"; readonly name: string };

/** `provider/id`, an alias, `inherit` or nothing. A thinking level after the last colon is one; any other colon belongs to the id. */
export function agentModel(written: string, aliases: ModelAliases): AgentModel {
  const { name, suffix } = splitLevel(written.trim());
  const level = suffix === undefined ? {} : { suffix };
  if (name === "" || name.toLowerCase() === "inherit") return { kind: "session", ...level };
  const model = parseModelReference(aliases.get(name) ?? name);
  // Several models in one value are none: picking one would be a substitute that nobody chose.
  const isOne = model !== undefined && !/[\s,]/.test(model.provider + model.id);
  return isOne ? { kind: "named", model, ...level } : { kind: "unknown", name };
}

export function thinkingLevel(text: string): ThinkingLevel | undefined {
  return thinkingLevels.find((level) => level === text.trim().toLowerCase());
}

function splitLevel(text: string): { name: string; suffix?: ThinkingLevel } {
  const colon = text.lastIndexOf(":");
  const suffix = colon === -1 ? undefined : thinkingLevels.find((level) => level === text.slice(colon + 1));
  return suffix === undefined ? { name: text } : { name: text.slice(0, colon), suffix };
}
