import { resourceIdPattern } from "../contract/identifiers.ts";
import { type Selector, selectorOf } from "../contract/selector.ts";

/** `id`, `project:id` or `global:id`. */
export const profileIdPattern = `^(?:(project|global):)?(${resourceIdPattern.slice(1, -1)})$`;
const maxLength = 200;

/** Reads a key as it is written: blanks around it are no part of a profile id. */
export function readProfileId(text: string): Selector | undefined {
  return text.length <= maxLength && text.trim() === text ? selectorOf(text) : undefined;
}

/** A bare id means the project's, never whichever of the two exists. */
export function canonicalProfileId(asked: string): string {
  return asked.includes(":") ? asked : `project:${asked}`;
}
