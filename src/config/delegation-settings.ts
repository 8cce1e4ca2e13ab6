import type { Scope } from "../contract/identifiers.ts";
import { builtIn, type Place, type Setting } from "./setting.ts";

/** Existing installs agree on one minute when no file says anything. */
const defaultTimeoutMs = 60_000;
/** What this product runs with when no file says anything. */
export const productTimeoutMs = 600_000;
const defaultBackendId = "pi-subprocess-readonly";

/** The plain settings; null is "no limit". */
export interface SettingValues {
  backend: string;
  timeoutMs: number;
  idleTimeoutMs: number;
  maxTurns: number | null;
  tokenBudget: number | null;
  maxOutputBytes: number | null;
  /** Bytes of attached context. */
  contextMaxBytes: number;
  /** Characters of the answer that reach the asking conversation. */
  resultMaxChars: number;
  warmStart: boolean;
  summaryInToolDescription: boolean;
  /** True only when the trusted project's own file says so. */
  allowAgentInvocationWithoutApproval: boolean;
  /** Per session; 0 is none. */
  unattendedMaxRuns: number;
  /** Per session; 0 is none. */
  unattendedTokenBudget: number;
  /** Of one grant; 0 in any of the three means that none is offered. */
  grantMaxRuns: number;
  grantMinutes: number;
  grantTokenBudget: number;
  /** Runs that the history keeps; from the user's own files only. */
  historyMaxRuns: number;
  /** Size of the history, in millions of bytes; from the user's own files only. */
  historyMaxMegabytes: number;
  /** Paths that the guard would refuse and this user wants read. */
  allowPaths: readonly string[];
}

type Settings = { readonly [K in keyof SettingValues]: Setting<SettingValues[K]> };

export interface DelegationSettings extends Settings {
  /** By canonical id, `scope:id`. */
  readonly profiles: ReadonlyMap<string, ProfileEntry>;
  /** `sonnet` -> `provider/id`. */
  readonly modelAliases: ReadonlyMap<string, Setting<string>>;
}

/** One profile's own values; what is absent or null is inherited. */
export interface ProfileEntry extends Place {
  /** As written: bare or with its scope. */
  readonly key: string;
  /** Scope of the last file that says something about it. */
  readonly source: Scope;
  readonly enabled?: Setting<boolean>;
  readonly backend?: Setting<string | null>;
  readonly timeoutMs?: Setting<number | null>;
  readonly maxTurns?: Setting<number | null>;
  readonly tokenBudget?: Setting<number | null>;
  readonly maxOutputBytes?: Setting<number | null>;
}

export const builtInSettings: DelegationSettings = {
  backend: builtIn(defaultBackendId),
  timeoutMs: builtIn(defaultTimeoutMs),
  idleTimeoutMs: builtIn(120_000),
  maxTurns: builtIn(null),
  tokenBudget: builtIn(null),
  maxOutputBytes: builtIn(null),
  contextMaxBytes: builtIn(64 * 1024),
  resultMaxChars: builtIn(12_000),
  warmStart: builtIn(true),
  summaryInToolDescription: builtIn(false),
  allowAgentInvocationWithoutApproval: builtIn(false),
  unattendedMaxRuns: builtIn(10),
  unattendedTokenBudget: builtIn(500_000),
  grantMaxRuns: builtIn(20),
  grantMinutes: builtIn(60),
  grantTokenBudget: builtIn(500_000),
  historyMaxRuns: builtIn(200),
  historyMaxMegabytes: builtIn(256),
  allowPaths: builtIn([]),
  profiles: new Map(),
  modelAliases: new Map(),
};

/** To be applied right after loading, so that every later comparison sees what really holds. */
export function withProductTimeout(settings: DelegationSettings): DelegationSettings {
  return settings.timeoutMs.source === "built-in" ? { ...settings, timeoutMs: builtIn(productTimeoutMs) } : settings;
}
