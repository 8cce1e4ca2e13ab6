import { resourceIdPattern, type Scope } from "./identifiers.ts";

export interface Selector {
  readonly scope?: Scope;
  readonly id: string;
}

/** `name`, `project:name` or `global:name`; nothing for anything else. Blanks around it are ignored. */
export function selectorOf(text: string): Selector | undefined {
  const trimmed = text.trim();
  const colon = trimmed.indexOf(":");
  const [scope, id] = colon < 0 ? [undefined, trimmed] : [trimmed.slice(0, colon), trimmed.slice(colon + 1)];
  if (!new RegExp(resourceIdPattern).test(id)) return undefined;
  if (scope === undefined) return { id };
  return scope === "project" || scope === "global" ? { scope, id } : undefined;
}
