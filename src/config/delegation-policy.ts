import type { DelegationSettings } from "./delegation-settings.ts";
import { canonicalProfileId } from "./profile-id.ts";
import { type Place, placeOf, type Setting } from "./setting.ts";

/** What configuration says about delegating to one profile. */
export interface DelegationPolicy {
  /** `scope:id` */
  readonly profileId: string;
  readonly enabled: boolean;
  /** Where that was written. */
  readonly enabledIn?: Place;
  readonly backend: { readonly id: string; readonly source: Setting<string>["source"] };
  readonly timeout: { readonly milliseconds: number; readonly source: Setting<number>["source"] };
  readonly idleTimeout: { readonly milliseconds: number; readonly source: Setting<number>["source"] };
  /** Null is no limit. */
  readonly limits: Readonly<Record<OptionalLimit, Setting<number | null>>>;
  readonly contextMaxBytes: number;
  readonly resultMaxChars: number;
  readonly warmStart: boolean;
  readonly unattended: UnattendedPolicy;
  /** Why it may be refused although something like it is enabled, and what to write. */
  readonly hint?: string;
}

export type OptionalLimit = "maxTurns" | "tokenBudget" | "maxOutputBytes";

/** Runs that nobody is asked about. Caps are for one session. */
export interface UnattendedPolicy extends Place {
  readonly allowed: boolean;
  readonly maxRuns: number;
  readonly tokenBudget: number;
}

export interface PolicyOverrides {
  readonly backend?: string;
  readonly timeoutMs?: number;
}

/** Enabled only by its own entry that says so; an override never enables and never allows an unattended run. */
export function delegationPolicy(
  settings: DelegationSettings,
  profile: string,
  overrides: PolicyOverrides = {},
): DelegationPolicy {
  const profileId = canonicalProfileId(profile);
  const entry = settings.profiles.get(profileId);
  const own = (name: OptionalLimit) => chosen(entry?.[name], settings[name]);
  const backend = explicit(overrides.backend) ?? chosen(entry?.backend, settings.backend);
  const timeout = explicit(overrides.timeoutMs) ?? chosen(entry?.timeoutMs, settings.timeoutMs);
  const enabled = entry?.enabled?.value === true;
  const hint = enabled ? undefined : scopeHint(settings, profileId);
  return {
    profileId,
    enabled,
    ...(enabled && entry.enabled ? { enabledIn: placeOf(entry.enabled) } : {}),
    backend: { id: backend.value, source: backend.source },
    timeout: { milliseconds: timeout.value, source: timeout.source },
    idleTimeout: { milliseconds: settings.idleTimeoutMs.value, source: settings.idleTimeoutMs.source },
    limits: { maxTurns: own("maxTurns"), tokenBudget: own("tokenBudget"), maxOutputBytes: own("maxOutputBytes") },
    contextMaxBytes: settings.contextMaxBytes.value,
    resultMaxChars: settings.resultMaxChars.value,
    warmStart: settings.warmStart.value,
    unattended: unattendedPolicy(settings, overrides),
    ...(hint === undefined ? {} : { hint }),
  };
}

function chosen<T>(own: Setting<T | null> | undefined, general: Setting<T>): Setting<T> {
  return own && own.value !== null ? { ...own, value: own.value } : general;
}

function explicit<T>(value: T | undefined): Setting<T> | undefined {
  return value === undefined ? undefined : { value, source: "explicit" };
}

function unattendedPolicy(settings: DelegationSettings, overrides: PolicyOverrides): UnattendedPolicy {
  const written = settings.allowAgentInvocationWithoutApproval;
  const maxRuns = settings.unattendedMaxRuns.value;
  const tokenBudget = settings.unattendedTokenBudget.value;
  const asWritten = overrides.backend === undefined && overrides.timeoutMs === undefined;
  const allowed = written.source === "project" && written.value === true && maxRuns > 0 && tokenBudget > 0 && asWritten;
  return { allowed, maxRuns, tokenBudget, ...(allowed ? placeOf(written) : {}) };
}

function scopeHint(settings: DelegationSettings, profileId: string): string | undefined {
  if (!profileId.startsWith("global:")) return undefined;
  const bare = profileId.slice("global:".length);
  const entry = settings.profiles.get(`project:${bare}`);
  if (entry?.key !== bare || entry.enabled?.value !== true) return undefined;
  return `"${bare}" is enabled, which means the project's profile; write "${profileId}" to enable this one.`;
}
