import { type Diagnostic, info } from "../contract/diagnostic.ts";

/** Why a grant lets nothing through any more. */
export type GrantEnd = keyof typeof reasons;

const reasons = {
  "setup-changed": "the setup is not the one that was allowed",
  "host-changed": "another host compiles the prompt",
  "runs-used": "all of its runs are used",
  "time-over": "its time is over",
  "tokens-used": "its tokens are used up",
  "usage-unknown": "a run did not say how many tokens it used",
  replaced: "a new one was given in its place",
  revoked: "you revoked it",
} as const;

export function endInWords(end: GrantEnd): string {
  return reasons[end];
}

export function grantEnded(profileId: string, end: GrantEnd): Diagnostic {
  return info(`grant.${end}`, `The grant for "${profileId}" ended: ${reasons[end]}. This run needs your decision.`);
}

/** It holds, but runs under way may still use what this one would need. */
export function grantTooSmall(profileId: string, left: number, limit: number | null): Diagnostic {
  const needs = limit === null ? "the rest is held by runs under way" : `this run may use ${limit}`;
  const message = `The grant for "${profileId}" has ${Math.max(0, left)} tokens left and ${needs}, so this run needs your decision.`;
  return info("grant.tokens-short", message);
}
