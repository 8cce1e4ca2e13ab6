import { type LimitCapabilities, limitNames } from "./contract/limits.ts";

const limitWords = {
  timeoutMs: "time",
  maxTurns: "turns",
  tokenBudget: "tokens",
  maxOutputBytes: "answer size",
} as const;
const enforcementWords = {
  "backend-hard": "the child stops itself",
  "host-abort": "ended from outside the child",
  "best-effort": "not enforced",
  unsupported: "cannot be limited",
} as const;

/** What ends a run at each of its limits; those that end it alike are told together. */
export function limitsSupported(limits: LimitCapabilities): string {
  const byEnding = new Map<string, string[]>();
  for (const name of limitNames) {
    const ending = limits[name].map((each) => enforcementWords[each]).join(" or ");
    byEnding.set(ending, [...(byEnding.get(ending) ?? []), limitWords[name]]);
  }
  return [...byEnding].map(([ending, names]) => `${names.join(", ")}: ${ending}`).join("; ");
}
