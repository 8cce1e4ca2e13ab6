import { type Diagnostic, warning } from "../contract/diagnostic.ts";
import type { ForgeDirectories } from "../files/forge-directories.ts";
import { type ConfigurationFile, type ConfigurationSection, isObject, readSection } from "./configuration-section.ts";
import {
  builtInSettings,
  type DelegationSettings,
  type ProfileEntry,
  type SettingValues,
} from "./delegation-settings.ts";
import { canonicalEntries, mergeProfiles } from "./profile-entries.ts";
import { readSetting, unknownKey } from "./read-setting.ts";
import type { Setting } from "./setting.ts";
import { aliasRule, settingRules } from "./setting-rules.ts";

export interface LoadedSettings {
  readonly settings: DelegationSettings;
  readonly diagnostics: readonly Diagnostic[];
}

type Draft<K extends keyof SettingValues> = { [Name in K]: Setting<SettingValues[Name]> };
type Report = (diagnostic: Diagnostic) => void;

const unattended = "allowAgentInvocationWithoutApproval";
/** What lies outside the project is not the project's to decide. */
const globalOnly: readonly (keyof SettingValues)[] = ["historyMaxRuns", "historyMaxMegabytes"];
const names = Object.keys(settingRules).filter((key): key is keyof SettingValues => Object.hasOwn(settingRules, key));
const otherKeys = ["profiles", "modelAliases", "$schema"];

/** Reads every file that says who may be delegated to. An error among the diagnostics means that a file's wishes are not known. */
export function loadDelegationSettings(given: {
  readonly directories: ForgeDirectories;
  readonly trusted: boolean;
}): LoadedSettings {
  const diagnostics: Diagnostic[] = [];
  const report: Report = (diagnostic) => diagnostics.push(diagnostic);
  const draft: Draft<keyof SettingValues> = { ...builtInSettings };
  const entries = new Map<string, ProfileEntry>();
  const modelAliases = new Map<string, Setting<string>>();
  for (const source of sourcesInOrder(given.directories)) {
    const reading = readSection(source);
    if (source.scope === "project" && !given.trusted) {
      if (reading.exists) report(untrusted(source.file));
      continue;
    }
    for (const each of reading.diagnostics) report(each);
    if (!reading.section) continue;
    for (const name of names) apply(draft, name, reading.section, report);
    mergeProfiles(entries, reading.section, report);
    mergeAliases(modelAliases, reading.section, report);
    reportUnknown(reading.section, report);
  }
  return { settings: { ...draft, profiles: canonicalEntries(entries, report), modelAliases }, diagnostics };
}

/** Later ones win. */
function sourcesInOrder({ global, project }: ForgeDirectories): ConfigurationFile[] {
  return [
    { file: global.config, scope: "global", legacy: true },
    { file: project.config, scope: "project", legacy: true },
    ...global.delegation.map((file): ConfigurationFile => ({ file, scope: "global", legacy: false })),
    { file: project.delegation, scope: "project", legacy: false },
  ];
}

function apply<K extends keyof SettingValues>(draft: Draft<K>, name: K, section: ConfigurationSection, report: Report) {
  if (name === unattended && section.scope === "global") {
    reportGlobalUnattended(section, report);
    return;
  }
  if (globalOnly.includes(name) && section.scope === "project") {
    reportProjectHistory(name, section, report);
    return;
  }
  const setting = readSetting<SettingValues[K]>(section, [name], settingRules[name], report);
  if (setting) draft[name] = setting;
}

function reportGlobalUnattended(section: ConfigurationSection, report: Report): void {
  if (!Object.hasOwn(section.values, unattended) || section.values[unattended] === false) return;
  const message = `"${unattended}" counts only in a trusted project's own subagents.json; remove it from the global file.`;
  report(warning("config.global-unattended", message, section.where([unattended])));
}

function reportProjectHistory(name: string, section: ConfigurationSection, report: Report): void {
  if (!Object.hasOwn(section.values, name)) return;
  const message = `"${name}" counts only in your own global subagents.json, as the history holds every project's runs; remove it here.`;
  report(warning("config.global-only", message, section.where([name])));
}

function mergeAliases(aliases: Map<string, Setting<string>>, section: ConfigurationSection, report: Report): void {
  const written = section.values.modelAliases;
  if (written === undefined || section.ambiguous(["modelAliases"])) return;
  if (!isObject(written)) {
    const message = `"modelAliases" in "${section.file}" is ignored; write an object of alias and "provider/model".`;
    report(warning("config.type", message, section.where(["modelAliases"])));
    return;
  }
  for (const alias of Object.keys(written)) {
    const setting = readSetting(section, ["modelAliases", alias], aliasRule, report);
    if (setting) aliases.set(alias, setting);
  }
}

function reportUnknown(section: ConfigurationSection, report: Report): void {
  const known = [...names, ...otherKeys];
  for (const key of Object.keys(section.values)) {
    if (!known.includes(key)) report(unknownKey(section, [key], known));
  }
}

function untrusted(file: string): Diagnostic {
  const message = `"${file}" is not used because this project is not trusted; trust it first.`;
  return warning("config.untrusted", message, { file });
}
