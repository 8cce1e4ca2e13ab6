import { error } from "../contract/diagnostic.ts";
import { resourceIdPattern, type Scope } from "../contract/identifiers.ts";
import { failure, type Outcome, success } from "../contract/outcome.ts";

/** Without a scope: the project's, and the global one only when the project has none of that id. */
export interface Selector {
  readonly scope?: Scope;
  readonly id: string;
}

const resourceId = new RegExp(resourceIdPattern);

/** `reviewer`, `project:reviewer` or `global:reviewer`; blanks around it do not count, blanks inside do. */
export function parseProfileSelector(text: string): Outcome<Selector> {
  const trimmed = text.trim();
  if (trimmed === "")
    return failure(error("selector.empty", "A profile id is needed, such as reviewer or project:reviewer."));
  const colon = trimmed.indexOf(":");
  if (colon === -1) return checked({ id: trimmed }, trimmed);
  const prefix = trimmed.slice(0, colon);
  if (prefix !== "project" && prefix !== "global") {
    return failure(
      error("selector.unknown-scope", `"${prefix}" in "${trimmed}" is no scope; write project: or global:.`),
    );
  }
  return checked({ scope: prefix, id: trimmed.slice(colon + 1) }, trimmed);
}

export function formatSelector(selector: Selector): string {
  return selector.scope === undefined ? selector.id : `${selector.scope}:${selector.id}`;
}

function checked(selector: Selector, text: string): Outcome<Selector> {
  if (resourceId.test(selector.id)) return success(selector);
  const message = `"${text}" names no profile; an id has letters, digits, dots, underscores and hyphens only.`;
  return failure(error("selector.invalid-id", message));
}
