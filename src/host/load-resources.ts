import { basename } from "node:path";
import type { Diagnostic } from "../contract/diagnostic.ts";
import type { Scope } from "../contract/identifiers.ts";
import { listFiles } from "../files/list-files.ts";
import { parseAgentProfile } from "./profile-codec.ts";
import { maxResourceFiles, type ResourceFile, readResource, type ShowPath } from "./resource-file.ts";
import { parsePromptStack, type StackOptions } from "./stack-codec.ts";
import type { ProfileEntry, StackEntry } from "./workspace-entry.ts";

export interface Loaded<T> {
  readonly entries: readonly T[];
  /** About directories; what concerns one file is on its entry. */
  readonly diagnostics: readonly Diagnostic[];
}

/** One entry for each file, sorted by name, readable or not. */
export function loadProfiles(directory: string, scope: Scope, show: ShowPath): Loaded<ProfileEntry> {
  const { files, diagnostics } = listJson(directory);
  return { entries: files.map((file) => profileEntry(readResource(file, show), scope)), diagnostics };
}

/** A file in the legacy directory is hidden by one of the same name in the current directory, whatever their ids. */
export function loadStacks(
  directories: readonly string[],
  scope: Scope,
  show: ShowPath,
  options: StackOptions,
): Loaded<StackEntry> {
  const names = new Set<string>();
  const entries: StackEntry[] = [];
  const diagnostics: Diagnostic[] = [];
  for (const directory of directories) {
    const listed = listJson(directory);
    diagnostics.push(...listed.diagnostics);
    const visible = listed.files.filter((file) => !names.has(basename(file)));
    entries.push(...visible.map((file) => stackEntry(readResource(file, show), scope, options)));
    for (const file of visible) names.add(basename(file));
  }
  return { entries, diagnostics };
}

function listJson(directory: string) {
  return listFiles(directory, { extensions: [".json"], max: maxResourceFiles });
}

function profileEntry(resource: ResourceFile, scope: Scope): ProfileEntry {
  // An empty text keeps the one diagnostic that says why there is none.
  const parsed = parseAgentProfile(resource.text ?? "", { file: resource.from, fallbackId: resource.baseName });
  const { profile } = parsed;
  return { ...common(resource, scope, parsed), id: profile.id, kind: "json", profile };
}

function stackEntry(resource: ResourceFile, scope: Scope, options: StackOptions): StackEntry {
  const parsed = parsePromptStack(resource.text ?? "", { file: resource.from, fallbackId: resource.baseName }, options);
  const { stack } = parsed;
  const entry = { ...common(resource, scope, parsed), id: stack.id, stack };
  return basename(resource.file) === "default.json" && parsed.usable && stack.autoActivate === undefined
    ? { ...entry, diagnostics: [...entry.diagnostics, noLongerByName(resource)] }
    : entry;
}

function noLongerByName({ from }: ResourceFile): Diagnostic {
  const message = `"${from}" is not activated because of its name; write "autoActivate": true or false in it.`;
  return { level: "warning", code: "stack.default-name", message, path: "autoActivate", file: from };
}

function common(resource: ResourceFile, scope: Scope, parsed: { usable: boolean; diagnostics: readonly Diagnostic[] }) {
  const { file, from, contentDigest, text } = resource;
  return {
    scope,
    file,
    from,
    ...(contentDigest === undefined ? {} : { contentDigest }),
    usable: text !== undefined && parsed.usable,
    diagnostics: text === undefined ? resource.diagnostics : parsed.diagnostics,
  };
}
