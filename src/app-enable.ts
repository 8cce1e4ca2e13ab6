import type { Authority } from "./app-authority.ts";
import type { ContentGrants } from "./config/content-grants.ts";
import { enableProfile } from "./config/enable-profile.ts";
import type { TrustStore } from "./config/trust-store.ts";
import { type Outcome, success } from "./contract/outcome.ts";
import type { DelegationTerms } from "./delegation.ts";
import type { ForgeDirectories } from "./files/forge-directories.ts";

export interface EnableOptions {
  readonly cwd: string;
  readonly directories: ForgeDirectories;
  readonly trustStore: Pick<TrustStore, "acceptEdit">;
  readonly authority: Pick<Authority, "agreedTo">;
  readonly grants: Pick<ContentGrants, "grant">;
}

/** What an approval does that also enables its profile: the file is edited, and what was shown, and nothing read since, is agreed to. */
export async function enableShownProfile(
  { profileId, enables }: Pick<DelegationTerms, "profileId" | "enables">,
  { cwd, directories, trustStore, authority, grants }: EnableOptions,
): Promise<Outcome<void>> {
  if (!enables) return success(undefined);
  const inProject = enables.file === directories.project.delegation;
  const enabled = await enableProfile({ file: enables.file, profileId, ...(inProject ? { root: cwd } : {}) });
  if (!enabled.ok) return enabled;
  const pinned = inProject ? await trustStore.acceptEdit(cwd, enabled.value) : success(undefined);
  if (!pinned.ok) return pinned;
  authority.agreedTo(({ path }) => path === `profiles.${profileId}`);
  return enables.content ? grants.grant(enables.content) : success(undefined);
}
