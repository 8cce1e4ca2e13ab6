import { formatCount, formatDuration } from "../text/format.ts";
import type { GrantOffer } from "./approver.ts";

/** Behind the number of runs: `runs / 1 h / 500k tok`. */
export function grantBehindRuns({ minutes, tokens }: Omit<GrantOffer, "runs">): string {
  return `runs / ${formatDuration(minutes * 60_000)} / ${formatCount(tokens)} tok`;
}

export function grantBounds(grant: GrantOffer): string {
  return `${grant.runs} ${grantBehindRuns(grant)}`;
}

/** For a row of keys of few columns. */
export function grantInFewWords({ runs, minutes }: GrantOffer): string {
  return `+${runs} runs, ${formatDuration(minutes * 60_000)}`;
}

/** Short enough for the row of keys. */
export function grantInWords(grant: GrantOffer): string {
  return `+ allow ${grantBounds(grant)}`;
}
