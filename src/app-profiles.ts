import { commandName, type Door } from "./command-line-door.ts";
import type { ContentGrant, ContentGrants, GrantSubject, ProfileContent } from "./config/content-grants.ts";
import { type Diagnostic, error, hasErrors, withoutInfos } from "./contract/diagnostic.ts";
import { fingerprint } from "./contract/fingerprint.ts";
import { failure, type Outcome, success } from "./contract/outcome.ts";
import type { AgentProfile } from "./contract/product/agent-profile.ts";
import type { ProfileSummary } from "./contract/product/host-port.ts";
import { digestOf } from "./files/digest.ts";
import { readText } from "./files/read-text.ts";
import { thinkingLevel } from "./host/agent-model.ts";
import { findProfile } from "./host/find-profile.ts";
import type { ForgeHost } from "./host/forge-host.ts";
import { maxResourceBytes } from "./host/resource-file.ts";
import type { Workspace } from "./host/workspace.ts";
import type { ProfileEntry } from "./host/workspace-entry.ts";

/** The profiles of whichever host serves this session, in one form. */
export interface ProfileCatalog {
  readonly profiles: readonly ProfileEntry[];
  /** Null for our own host. */
  readonly foreignHost: ForgeHost | null;
  /** About folders and code modules; what concerns one file is on its entry. */
  readonly diagnostics: readonly Diagnostic[];
}

export function ownCatalog(workspace: Workspace): ProfileCatalog {
  return { profiles: workspace.profiles, foreignHost: null, diagnostics: workspace.diagnostics };
}

export async function foreignCatalog(host: ForgeHost): Promise<Outcome<ProfileCatalog>> {
  const listed = await host.listProfiles();
  if (!listed.ok) return listed;
  const profiles = listed.value.map((each) => foreignEntry(each, host.hostId));
  return success({ profiles, foreignHost: host, diagnostics: [] });
}

/** One usable profile, or everything that keeps it from being used. */
export function chooseProfile(
  catalog: ProfileCatalog,
  selector: string,
  untrusted: readonly Diagnostic[],
  door: Door,
): Outcome<ProfileEntry> {
  const found = findProfile(catalog, selector, `${commandName(door)} profiles`);
  if (!found.ok)
    return failure(...untrusted, ...found.diagnostics.map((each) => notYet(each, selector, untrusted, door)));
  if (found.value.usable) return found;
  const { scope, id, from, diagnostics } = found.value;
  const message = `Profile "${scope}:${id}" (${from}) cannot be used; correct what is named below.`;
  return failure(error("host.profile-unusable", message), ...withoutInfos(diagnostics));
}

/** What was not read may be all that is missing. */
function notYet(problem: Diagnostic, selector: string, untrusted: readonly Diagnostic[], door: Door): Diagnostic {
  if (untrusted.length === 0 || problem.code !== "profile.not-found" || selector.startsWith("global:")) return problem;
  const message = `"${selector}" is not among what counts without trust; if it is this project's, it can be used once that is trusted; ${commandName(door)} profiles shows which there are now.`;
  return { ...problem, message };
}

/** What a person's agreement to a profile's text binds. Null where a file of the project or the user, itself trusted, holds it all. */
export async function contentOf(
  entry: ProfileEntry,
  catalog: ProfileCatalog,
  root: string,
): Promise<Outcome<ProfileContent | null>> {
  const subject: GrantSubject = {
    profileId: `${entry.scope}:${entry.id}`,
    project: entry.scope === "project" ? root : null,
    host: catalog.foreignHost === null ? null : "foreign",
  };
  if (catalog.foreignHost !== null) {
    const snapshot = await catalog.foreignHost.resolveProfile(subject.profileId);
    if (!snapshot.ok) return snapshot;
    const { profileFingerprint, promptStackFingerprint } = snapshot.value;
    return success({ subject, digest: fingerprint({ profileFingerprint, promptStackFingerprint }), text: null });
  }
  if (entry.kind !== "markdown" || entry.contentDigest === undefined) return success(null);
  return success({ subject, digest: entry.contentDigest, text: textOf(entry.file, entry.contentDigest) });
}

/** Null when it is not, by now, the text of this digest. */
function textOf(file: string | undefined, digest: string): string | null {
  const text = file === undefined ? undefined : readText(file, { maxBytes: maxResourceBytes });
  return text?.ok && digestOf(text.value) === digest ? text.value : null;
}

/** A profile's text as it is now, and what a person agreed to. */
export interface Agreement {
  readonly content: ProfileContent;
  readonly grant: ContentGrant;
}

export function agreementTo(content: ProfileContent | null, grants: ContentGrants): Outcome<Agreement | null> {
  if (content === null) return success(null);
  const grant = grants.look(content.subject, content.digest);
  return grant.ok ? success({ content, grant: grant.value }) : grant;
}

function foreignEntry(summary: ProfileSummary, hostId: string): ProfileEntry {
  const level = thinkingLevel(summary.thinkingLevel);
  const profile: AgentProfile = {
    schemaVersion: 1,
    type: "pi-forge.agent-profile",
    id: summary.profileId,
    ...(summary.name === undefined ? {} : { name: summary.name }),
    ...(summary.description === undefined ? {} : { description: summary.description }),
    model: summary.model,
    thinkingLevel: level ?? "off",
    promptStack: summary.promptStack,
  };
  const diagnostics = summary.diagnostics.map(asDiagnostic);
  return {
    kind: "json",
    scope: summary.scope,
    id: summary.profileId,
    from: `host ${hostId}`,
    usable: summary.usable && !hasErrors(diagnostics),
    diagnostics,
    profile,
  };
}

function asDiagnostic({ level, message, field }: ProfileSummary["diagnostics"][number]): Diagnostic {
  const known = level === "error" || level === "warning" ? level : "info";
  return {
    level: known,
    code: "profile.validation",
    message,
    ...(field === undefined ? {} : { path: `profile.${field}` }),
  };
}

/** Who compiles the prompt: `ours`, or the id of a foreign host, which cannot pass for ours whatever it calls itself. */
export function compilingHost({ foreignHost }: Pick<ProfileCatalog, "foreignHost">): string {
  if (foreignHost === null) return "ours";
  return foreignHost.hostId === "ours" ? "foreign:ours" : foreignHost.hostId;
}
