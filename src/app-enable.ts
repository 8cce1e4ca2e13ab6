import type { Authority } from "./app-authority.ts";
import { chooseProfile, contentOf, type ProfileCatalog } from "./app-profiles.ts";
import type { ContentGrants } from "./config/content-grants.ts";
import { enableProfile } from "./config/enable-profile.ts";
import type { TrustStore } from "./config/trust-store.ts";
import { type Outcome, success } from "./contract/outcome.ts";
import type { DelegationTerms } from "./delegation.ts";
import type { ForgeDirectories } from "./files/forge-directories.ts";

export interface EnableOptions {
  readonly cwd: string;
  readonly directories: ForgeDirectories;
  readonly trustStore: TrustStore;
  readonly authority: Authority;
  readonly grants: ContentGrants;
  readonly catalog: () => Promise<Outcome<ProfileCatalog>>;
}

/** What an approval does that also enables its profile: the file is edited, and what was shown counts in this session. */
export async function enableShownProfile(
  { profileId, enables }: DelegationTerms,
  { cwd, directories, trustStore, authority, grants, catalog }: EnableOptions,
): Promise<Outcome<void>> {
  if (!enables) return success(undefined);
  const inProject = enables.file === directories.project.delegation;
  const enabled = await enableProfile({ file: enables.file, profileId, ...(inProject ? { root: cwd } : {}) });
  if (!enabled.ok) return enabled;
  const pinned = inProject ? await trustStore.acceptEdit(cwd, enabled.value) : success(undefined);
  if (!pinned.ok) return pinned;
  authority.agreedTo(({ path }) => path === `profiles.${profileId}`);
  const profiles = await catalog();
  if (!profiles.ok) return profiles;
  const entry = chooseProfile(profiles.value, profileId, []);
  if (!entry.ok) return entry;
  const content = await contentOf(entry.value, profiles.value, cwd);
  if (!content.ok) return content;
  if (content.value === null) return success(undefined);
  return grants.grant(content.value.subject, { digest: content.value.digest, text: "" });
}
