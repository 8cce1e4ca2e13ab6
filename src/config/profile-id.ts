import { resourceIdPattern, type Scope } from "../contract/identifiers.ts";

/** `id`, `project:id` or `global:id`. */
export const profileIdPattern = `^(?:(project|global):)?(${resourceIdPattern.slice(1, -1)})$`;
const scoped = new RegExp(profileIdPattern);
const maxLength = 200;

interface WrittenProfileId {
  /** Absent for a bare id. */
  readonly scope?: Scope;
  readonly id: string;
}

/** Reads `id`, `project:id` or `global:id`; anything else is undefined. */
export function readProfileId(text: string): WrittenProfileId | undefined {
  const [, scope, id] = text.length <= maxLength ? (scoped.exec(text) ?? []) : [];
  if (id === undefined) return undefined;
  return scope === "project" || scope === "global" ? { scope, id } : { id };
}

/** A bare id means the project's, never whichever of the two exists. */
export function canonicalProfileId(asked: string): string {
  return asked.includes(":") ? asked : `project:${asked}`;
}
