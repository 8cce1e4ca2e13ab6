import { type Diagnostic, warning } from "../contract/diagnostic.ts";
import { type ConfigurationSection, isObject } from "./configuration-section.ts";
import type { ProfileEntry } from "./delegation-settings.ts";
import { canonicalProfileId, readProfileId } from "./profile-id.ts";
import { readSetting, unknownKey } from "./read-setting.ts";
import {
  inheritable,
  maxOutputBytesRule,
  maxTurnsRule,
  rightRule,
  type SettingRule,
  textRule,
  timeoutRule,
  tokenBudgetRule,
} from "./setting-rules.ts";

type Report = (diagnostic: Diagnostic) => void;

/** Everything an entry may say, by name. */
export const entryRules = {
  enabled: rightRule,
  backend: inheritable(textRule),
  timeoutMs: inheritable(timeoutRule),
  maxTurns: inheritable(maxTurnsRule),
  tokenBudget: inheritable(tokenBudgetRule),
  maxOutputBytes: inheritable(maxOutputBytesRule),
};
const entryKeys = Object.keys(entryRules);

/** Puts what one section says about profiles over what earlier ones said, by the key as written. */
export function mergeProfiles(entries: Map<string, ProfileEntry>, section: ConfigurationSection, report: Report): void {
  const profiles = section.values.profiles;
  if (profiles === undefined) return;
  if (!isObject(profiles)) {
    const message = `"profiles" in "${section.file}" is ignored; write an object of profile ids.`;
    report(warning("config.type", message, section.where(["profiles"])));
    return;
  }
  for (const key of Object.keys(profiles)) {
    const problem = keyProblem(section, key);
    if (problem) report(problem);
    else entries.set(key, merged(entries.get(key), key, section, report));
  }
}

function keyProblem(section: ConfigurationSection, key: string): Diagnostic | undefined {
  const where = section.where(["profiles", key]);
  const id = readProfileId(key);
  if (!id) {
    const message = `"${key}" is no profile id and is ignored; write project:NAME or global:NAME.`;
    return warning("config.profile-id", message, where);
  }
  if (section.scope === "project" || id.scope === "global") return undefined;
  const advice = `write "global:${id.id}" here, or enable it in the project's own subagents.json`;
  return id.scope === undefined
    ? warning("config.bare-global-key", `A global file cannot enable the bare id "${key}"; ${advice}.`, where)
    : warning("config.foreign-scope", `A global file cannot enable "${key}" of a project; ${advice}.`, where);
}

function merged(
  before: ProfileEntry | undefined,
  key: string,
  section: ConfigurationSection,
  report: Report,
): ProfileEntry {
  const path = ["profiles", key];
  const { line } = section.where(path);
  const entry = { ...before, key, source: section.scope, file: section.file, ...(line === undefined ? {} : { line }) };
  const value = Object.entries(section.values.profiles ?? {}).find(([name]) => name === key)?.[1];
  if (!isObject(value) || section.ambiguous(path)) {
    // Someone wanted to say something about this profile and nobody can tell what.
    const off = readSetting(section, path, wholeEntry, report);
    return off ? { ...entry, enabled: off } : entry;
  }
  for (const name of Object.keys(value)) {
    if (!entryKeys.includes(name)) report(unknownKey(section, [...path, name], entryKeys));
  }
  return { ...entry, ...valuesOf(section, path, report) };
}

const wholeEntry: SettingRule<boolean> = {
  read: () => ({ ok: false, code: "config.type", expected: 'an object such as { "enabled": true }' }),
  off: false,
  schema: {},
};

function valuesOf(section: ConfigurationSection, path: readonly string[], report: Report) {
  const read = <T>(name: string, rule: SettingRule<T>) => readSetting(section, [...path, name], rule, report);
  const enabled = read("enabled", entryRules.enabled);
  const backend = read("backend", entryRules.backend);
  const timeoutMs = read("timeoutMs", entryRules.timeoutMs);
  const maxTurns = read("maxTurns", entryRules.maxTurns);
  const tokenBudget = read("tokenBudget", entryRules.tokenBudget);
  const maxOutputBytes = read("maxOutputBytes", entryRules.maxOutputBytes);
  return {
    ...(enabled && { enabled }),
    ...(backend && { backend }),
    ...(timeoutMs && { timeoutMs }),
    ...(maxTurns && { maxTurns }),
    ...(tokenBudget && { tokenBudget }),
    ...(maxOutputBytes && { maxOutputBytes }),
  };
}

/** By canonical id: an entry written with its scope beats one without. */
export function canonicalEntries(
  entries: ReadonlyMap<string, ProfileEntry>,
  report: Report,
): Map<string, ProfileEntry> {
  const canonical = new Map<string, ProfileEntry>();
  for (const [key, entry] of entries) {
    const id = canonicalProfileId(key);
    if (id !== key && entries.has(id)) {
      const message = `"${key}" says nothing, because "${id}" is written too; keep one.`;
      report(warning("config.shadowed-key", message, { path: `profiles.${key}`, ...placeOf(entry) }));
    } else canonical.set(id, entry);
  }
  return canonical;
}

function placeOf({ file, line }: ProfileEntry): { file?: string; line?: number } {
  return { ...(file === undefined ? {} : { file }), ...(line === undefined ? {} : { line }) };
}
