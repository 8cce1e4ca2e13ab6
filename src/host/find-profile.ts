import { error } from "../contract/diagnostic.ts";
import { didYouMean } from "../contract/did-you-mean.ts";
import type { Scope } from "../contract/identifiers.ts";
import { failure, type Outcome, success } from "../contract/outcome.ts";
import type { Selector } from "../contract/selector.ts";
import { formatSelector, parseProfileSelector } from "./selector.ts";
import type { Workspace } from "./workspace.ts";
import type { ProfileEntry } from "./workspace-entry.ts";

type Profiles = Pick<Workspace, "profiles">;

/**
 * With a scope: the one profile of that id there. Without: the project's, and the global one only when the project has
 * none of that id, not even a broken one. Two of one id are nobody's. `list` is what a person looks at to see which there are.
 */
export function findProfile(
  workspace: Profiles,
  selectorText: string,
  list = "the list of profiles",
): Outcome<ProfileEntry> {
  const parsed = parseProfileSelector(selectorText);
  if (!parsed.ok) return parsed;
  const selector = parsed.value;
  const matches = profilesOf(workspace, selector);
  const [first, ...others] = matches;
  if (first === undefined) return failure(error("profile.not-found", notFound(workspace, selector, list), "profile"));
  if (others.length === 0) return success(first);
  const files = matches.map((each) => each.from).join(", ");
  const message = `"${formatSelector(selector)}" is defined in ${files}; give each profile its own id.`;
  return failure(error("profile.ambiguous", message));
}

function profilesOf({ profiles }: Profiles, { scope, id }: Selector): ProfileEntry[] {
  const inScope = (wanted: Scope) => profiles.filter((each) => each.scope === wanted && each.id === id);
  if (scope !== undefined) return inScope(scope);
  const ofProject = inScope("project");
  return ofProject.length > 0 ? ofProject : inScope("global");
}

function notFound({ profiles }: Profiles, selector: Selector, list: string): string {
  const other = profiles.find((each) => each.id === selector.id);
  const hint = other
    ? `write "${other.scope}:${other.id}" for the one in the other scope`
    : `${list} shows which there are`;
  const written = formatSelector(selector);
  const names = profiles.map((each) => (selector.scope === undefined ? each.id : `${each.scope}:${each.id}`));
  return `There is no profile "${written}"; ${hint}.${other ? "" : didYouMean(written, names)}`;
}
