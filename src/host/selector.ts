import { error } from "../contract/diagnostic.ts";
import { failure, type Outcome, success } from "../contract/outcome.ts";
import { type Selector, selectorOf } from "../contract/selector.ts";

export type { Selector };

/** `reviewer`, `project:reviewer` or `global:reviewer`, or why it is none; blanks around it do not count, blanks inside do. */
export function parseProfileSelector(text: string): Outcome<Selector> {
  const selector = selectorOf(text);
  if (selector) return success(selector);
  const written = text.trim();
  if (written === "") {
    return failure(error("selector.empty", "A profile id is needed, such as reviewer or project:reviewer."));
  }
  const [prefix, ...rest] = written.split(":");
  if (rest.length > 0 && prefix !== "project" && prefix !== "global") {
    const message = `"${prefix}" in "${written}" is no scope; write project: or global:.`;
    return failure(error("selector.unknown-scope", message));
  }
  const message = `"${written}" names no profile; an id has letters, digits, dots, underscores and hyphens only.`;
  return failure(error("selector.invalid-id", message));
}

export function formatSelector(selector: Selector): string {
  return selector.scope === undefined ? selector.id : `${selector.scope}:${selector.id}`;
}
