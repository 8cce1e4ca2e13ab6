import type { ForgeDirectories } from "./files/forge-directories.ts";
import type { ProfileEntry } from "./host/workspace-entry.ts";

/** A global file enables only global profiles, and a project's own are enabled in its file. */
export function fileToEnableIn({ scope }: Pick<ProfileEntry, "scope">, { project, global }: ForgeDirectories): string {
  return scope === "project" ? project.delegation : (global.delegation.at(-1) ?? project.delegation);
}

/** What a person writes under `"profiles"` in that file. */
export function enablingLine(profileId: string): string {
  return `"${profileId}": { "enabled": true }`;
}
