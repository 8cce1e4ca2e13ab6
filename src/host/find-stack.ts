import { error } from "../contract/diagnostic.ts";
import type { Scope } from "../contract/identifiers.ts";
import { failure, type Outcome, success } from "../contract/outcome.ts";
import { formatSelector, parseProfileSelector } from "./selector.ts";
import type { Workspace } from "./workspace.ts";
import type { StackEntry } from "./workspace-entry.ts";

const path = "profile.promptStack";

/** A bare name means the profile's own scope. A project profile may use a global stack; the other way round widens authority and is refused. */
export function findStack(
  workspace: Pick<Workspace, "stacks">,
  profileScope: Scope,
  reference: string,
): Outcome<StackEntry> {
  const parsed = parseProfileSelector(reference);
  if (!parsed.ok) {
    const message = `"${reference}" is no reference to a stack; write its id, or project: or global: and its id.`;
    return failure(error("profile.stack-reference", message, path));
  }
  const { scope = profileScope, id } = parsed.value;
  if (profileScope === "global" && scope === "project") {
    const message = `A global profile cannot use the project's stack "${id}"; use a global stack or move the profile.`;
    return failure(error("profile.stack-reference", message, path));
  }
  const matches = workspace.stacks.filter((each) => each.scope === scope && each.id === id);
  const [first, ...others] = matches;
  const name = formatSelector({ scope, id });
  if (first === undefined) {
    return failure(
      error("profile.stack-missing", `There is no stack "${name}"; write one or correct "promptStack".`, path),
    );
  }
  if (others.length === 0) return success(first);
  const files = matches.map((each) => each.from).join(", ");
  return failure(
    error("profile.stack-ambiguous", `The stack "${name}" is defined in ${files}; keep one of them.`, path),
  );
}
