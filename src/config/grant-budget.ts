import type { DelegationSettings } from "./delegation-settings.ts";

/** What one grant lets through: runs, minutes in which they may begin, and tokens of all of them together. */
export interface GrantBudget {
  readonly runs: number;
  readonly minutes: number;
  readonly tokens: number;
}

export function grantBudget(settings: DelegationSettings): GrantBudget {
  return {
    runs: settings.grantMaxRuns.value,
    minutes: settings.grantMinutes.value,
    tokens: settings.grantTokenBudget.value,
  };
}

/** A budget with a zero in it lets nothing through, so none is offered. */
export function isEmptyBudget({ runs, minutes, tokens }: GrantBudget): boolean {
  return runs <= 0 || minutes <= 0 || tokens <= 0;
}

/** What was granted, where the settings allow less by now. */
export function smallerBudget(a: GrantBudget, b: GrantBudget): GrantBudget {
  return {
    runs: Math.min(a.runs, b.runs),
    minutes: Math.min(a.minutes, b.minutes),
    tokens: Math.min(a.tokens, b.tokens),
  };
}
