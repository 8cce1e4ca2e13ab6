import type { ProfileSummary } from "../contract/product/host-port.ts";
import { compact } from "./compact.ts";
import type { Workspace } from "./workspace.ts";
import type { ProfileEntry } from "./workspace-entry.ts";

/** As the host port lists them: in the workspace's order, broken and duplicate ones included, without paths of files. */
export function profileSummaries(workspace: Pick<Workspace, "profiles">): ProfileSummary[] {
  return workspace.profiles.map(profileSummary);
}

function profileSummary({ id, scope, profile, usable, diagnostics }: ProfileEntry): ProfileSummary {
  const { name, description, autoActivate, model, thinkingLevel, promptStack } = profile;
  return compact({
    profileId: id,
    scope,
    name,
    description,
    autoActivate,
    model: { ...model },
    thinkingLevel,
    promptStack,
    usable,
    diagnostics: diagnostics.map(({ level, message, path }) => compact({ level, message, field: path })),
  });
}
