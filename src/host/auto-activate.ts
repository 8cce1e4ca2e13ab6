import type { Workspace } from "./workspace.ts";
import type { StackEntry } from "./workspace-entry.ts";

/**
 * The stack that a parent session would start with by itself: the project's one candidate, else the one global candidate
 * that no stack of the project shadows. A project with a broken or a second candidate starts none at all.
 */
export function autoActivateStack({ stacks }: Pick<Workspace, "stacks">): StackEntry | undefined {
  const candidates = stacks.filter((each) => each.stack.autoActivate === true);
  const ofProject = candidates.filter((each) => each.scope === "project");
  if (ofProject.length > 0) return only(ofProject);
  const shadowed = (id: string) => stacks.some((each) => each.scope === "project" && each.id === id);
  return only(candidates.filter((each) => each.usable && !shadowed(each.id)));
}

function only(entries: readonly StackEntry[]): StackEntry | undefined {
  const [first, ...others] = entries;
  return first?.usable && others.length === 0 ? first : undefined;
}
