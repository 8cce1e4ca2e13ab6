import type { SessionSettings } from "./app-authority.ts";
import type { AppHost } from "./app-host.ts";
import type { AnyBackend, AppOptions } from "./app-options.ts";
import { agreementTo, chooseProfile, compilingHost, contentOf } from "./app-profiles.ts";
import { delegationTerms, selectorOf } from "./app-terms.ts";
import { type Door, howToTrust } from "./command-line-door.ts";
import type { ContentGrants } from "./config/content-grants.ts";
import type { ProjectTrust } from "./config/trust-store.ts";
import { type Diagnostic, error } from "./contract/diagnostic.ts";
import type { ChatDestination } from "./contract/model.ts";
import type { DelegationPorts } from "./delegation.ts";
import type { ForgeDirectories } from "./files/forge-directories.ts";

export interface SessionTermsOptions extends Pick<AppOptions, "cwd" | "door" | "canAsk" | "session"> {
  readonly directories: ForgeDirectories;
  readonly settings: () => SessionSettings;
  readonly catalog: AppHost["catalog"];
  readonly trust: () => ProjectTrust;
  readonly trusted: () => boolean;
  /** Agreements to texts that no file of ours enables. */
  readonly agreements: ContentGrants;
  readonly backends: () => readonly AnyBackend[];
}

/** Reads everything that decides about a delegation as it is now, and says what it amounts to. */
export function sessionTerms(options: SessionTermsOptions): DelegationPorts["terms"] {
  const { cwd, door, canAsk, session, directories, settings, catalog, trust, trusted, agreements, backends } = options;
  return async (delegation) => {
    const loaded = settings();
    const profiles = await catalog(loaded.settings);
    if (!profiles.ok) return profiles;
    const entry = chooseProfile(profiles.value, selectorOf(delegation), notTrusted(trust(), trusted(), door), door);
    if (!entry.ok) return entry;
    const content = await contentOf(entry.value, profiles.value, cwd);
    if (!content.ok) return content;
    const agreement = agreementTo(content.value, agreements);
    if (!agreement.ok) return agreement;
    return delegationTerms(delegation, {
      settings: loaded.settings,
      entry: entry.value,
      agreement: agreement.value,
      directories,
      door,
      backendIds: backends().map(({ descriptor }) => descriptor.id),
      canAsk,
      chat: chatOf(session()),
      host: compilingHost(profiles.value),
      diagnostics: [...loaded.diagnostics, ...(delegation.attachmentNotes ?? [])],
    });
  };
}

function chatOf({ model, baseUrl }: ReturnType<AppOptions["session"]>): ChatDestination | null {
  return model === undefined ? null : { provider: model.provider, ...(baseUrl === undefined ? {} : { baseUrl }) };
}

function notTrusted(project: ProjectTrust, trusted: boolean, door: Door): readonly Diagnostic[] {
  if (trusted || project.files.length === 0) return [];
  const message = `The files of "${project.root}" were not read because the project is not trusted: ${howToTrust(door)}.`;
  return [error("host.trust", message)];
}
