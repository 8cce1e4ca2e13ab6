import type { JsonObject, JsonValue } from "../contract/json.ts";
import type { SettingValues } from "./delegation-settings.ts";

/** What a written value is: usable, or which of two faults it has. */
export type Reading<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly code: "config.type" | "config.range"; readonly expected: string };

export interface SettingRule<T> {
  read(value: JsonValue): Reading<T>;
  /** The same rule as JSON Schema, for editors. */
  readonly schema: JsonObject;
  /** What a wrong value means where the value before must not stay: a right that was written wrongly is off. */
  readonly off?: T;
}

const hour = 3_600_000;
const million = 1_000_000;

export const timeoutRule = integer(1_000, hour);
export const maxTurnsRule = integer(1, 1_000);
export const tokenBudgetRule = integer(1, 1_000 * million);
export const maxOutputBytesRule = integer(1, 64 * 1024 * 1024);
export const textRule: SettingRule<string> = {
  read: (value) =>
    typeof value === "string" && value.trim() !== "" ? good(value.trim()) : wrongType("a string that is not blank"),
  schema: { type: "string", pattern: "\\S" },
};
export const rightRule: SettingRule<boolean> = { ...boolean(), off: false };

export const settingRules: { readonly [K in keyof SettingValues]: SettingRule<SettingValues[K]> } = {
  backend: textRule,
  timeoutMs: timeoutRule,
  idleTimeoutMs: integer(1_000, hour),
  maxTurns: maxTurnsRule,
  tokenBudget: tokenBudgetRule,
  maxOutputBytes: maxOutputBytesRule,
  contextMaxBytes: integer(1, 16 * 1024 * 1024),
  resultMaxChars: integer(1, million),
  warmStart: boolean(),
  summaryInToolDescription: boolean(),
  allowAgentInvocationWithoutApproval: rightRule,
  unattendedMaxRuns: { ...integer(0, 1_000), off: 0 },
  unattendedTokenBudget: { ...integer(0, 1_000 * million), off: 0 },
  grantMaxRuns: { ...integer(0, 1_000), off: 0 },
  grantMinutes: { ...integer(0, 24 * 60), off: 0 },
  grantTokenBudget: { ...integer(0, 1_000 * million), off: 0 },
  historyMaxRuns: integer(1, 9_000),
  historyMaxMegabytes: integer(1, 100_000),
  allowPaths: { read: pathList, off: [], schema: { type: "array", items: { type: "string", pattern: "\\S" } } },
};

const aliasPattern = /^[^\s/]+\/\S+$/;

/** `provider/id`, with an optional `:level`. */
export const aliasRule: SettingRule<string> = {
  schema: { type: "string", pattern: aliasPattern.source },
  read: (value) =>
    typeof value === "string" && aliasPattern.test(value) ? good(value) : wrongType('a string "provider/model"'),
};

/** In a profile's entry null means "as everywhere else". */
export function inheritable<T>(rule: SettingRule<T>): SettingRule<T | null> {
  return {
    read: (value) => (value === null ? good(null) : rule.read(value)),
    schema: { anyOf: [rule.schema, { type: "null" }] },
  };
}

function boolean(): SettingRule<boolean> {
  return {
    read: (value) => (typeof value === "boolean" ? good(value) : wrongType("true or false")),
    schema: { type: "boolean" },
  };
}

function integer(minimum: number, maximum: number): SettingRule<number> {
  const expected = `a whole number from ${minimum} to ${maximum}`;
  return {
    schema: { type: "integer", minimum, maximum },
    read(value) {
      if (typeof value !== "number") return wrongType(expected);
      if (!Number.isInteger(value) || value < minimum || value > maximum)
        return { ok: false, code: "config.range", expected };
      return good(value);
    },
  };
}

function pathList(value: JsonValue): Reading<readonly string[]> {
  if (!Array.isArray(value)) return wrongType("a list of paths");
  const paths = value.filter((each) => typeof each === "string" && each.trim() !== "" && !each.includes("\0"));
  return paths.length === value.length ? good(paths) : wrongType("a list of paths that are not blank");
}

function good<T>(value: T): Reading<T> {
  return { ok: true, value };
}

function wrongType(expected: string): Reading<never> {
  return { ok: false, code: "config.type", expected };
}
