import type { JsonValue } from "../contract/json.ts";
import type { DelegationSettings, ProfileEntry, SettingValues } from "./delegation-settings.ts";
import { type Place, placeOf, type Setting } from "./setting.ts";

/** One thing that a file allows now and did not allow when the session last heard a yes. */
export interface Widening extends Place {
  readonly path: string;
  readonly from: JsonValue;
  readonly to: JsonValue;
}

/** Holds `current` down to `ceiling` wherever it allows more, but for what `permit` lets through. */
export function heldSettings(
  current: DelegationSettings,
  ceiling: DelegationSettings,
  permitted: Judge,
): DelegationSettings {
  const held: Held = { ...current };
  for (const name of grants) hold(held, ceiling, name, (from, to) => to && !from, permitted);
  for (const name of amounts) hold(held, ceiling, name, (from, to) => to > from, permitted);
  for (const name of limits) hold(held, ceiling, name, allowsMore, permitted);
  hold(held, ceiling, "allowPaths", (from, to) => to.some((path) => !from.includes(path)), permitted);
  const general = { ...current, ...held };
  const profiles = [...current.profiles].map(([id, entry]) => {
    return [id, heldEntry(id, entry, general, ceiling, permitted)] as const;
  });
  return { ...general, profiles: new Map(profiles) };
}

type Held = { [K in keyof SettingValues]: Setting<SettingValues[K]> };
type Judge = (widening: Widening) => boolean;

const grants = ["allowAgentInvocationWithoutApproval"] as const;
const amounts = [
  "timeoutMs",
  "idleTimeoutMs",
  "contextMaxBytes",
  "resultMaxChars",
  "unattendedMaxRuns",
  "unattendedTokenBudget",
  "grantMaxRuns",
  "grantMinutes",
  "grantTokenBudget",
] as const;
const limits = ["maxTurns", "tokenBudget", "maxOutputBytes"] as const;
const entryLimits = ["timeoutMs", ...limits] as const;

/** Null is no limit. */
function allowsMore(from: number | null, to: number | null): boolean {
  return to === null ? from !== null : from !== null && to > from;
}

function hold<K extends keyof SettingValues>(
  held: { [Name in K]: Setting<SettingValues[Name]> },
  ceiling: { readonly [Name in K]: Setting<SettingValues[Name]> },
  name: K,
  wider: (from: SettingValues[K], to: SettingValues[K]) => boolean,
  permitted: Judge,
): void {
  const from = ceiling[name];
  const to = held[name];
  if (!wider(from.value, to.value)) return;
  if (!permitted({ path: name, from: from.value, to: to.value, ...placeOf(to) })) held[name] = from;
}

function heldEntry(
  id: string,
  entry: ProfileEntry,
  general: DelegationSettings,
  ceiling: DelegationSettings,
  permitted: Judge,
): ProfileEntry {
  if (entry.enabled?.value !== true) return entry;
  const before = ceiling.profiles.get(id);
  if (before?.enabled?.value !== true) {
    // The yes is to the entry as it is written: its limits belong to the question.
    const asked = { path: `profiles.${id}`, from: null, to: written(entry), ...placeOf(entry.enabled) };
    return permitted(asked) ? entry : { ...entry, enabled: { ...entry.enabled, value: false } };
  }
  let held = entry;
  for (const name of entryLimits) {
    const from = inForce(before, ceiling, name);
    const to = inForce(entry, general, name);
    if (!allowsMore(from.value, to.value)) continue;
    const asked = { path: `profiles.${id}.${name}`, from: from.value, to: to.value, ...placeOf(to) };
    if (!permitted(asked)) held = { ...held, [name]: from };
  }
  return held;
}

function inForce(
  entry: ProfileEntry,
  general: DelegationSettings,
  name: (typeof entryLimits)[number],
): Setting<number | null> {
  const own = entry[name];
  return own && own.value !== null ? own : general[name];
}

function written(entry: ProfileEntry): JsonValue {
  const names = ["enabled", "backend", ...entryLimits] as const;
  return Object.fromEntries(names.flatMap((name) => (entry[name] ? [[name, entry[name].value]] : [])));
}
