import { formatCount, formatDuration } from "../text/format.ts";
import type { GrantOffer } from "./approver.ts";

/** Short enough for the row of keys. */
export function grantInWords({ runs, minutes, tokens }: GrantOffer): string {
  return `+ allow ${runs} runs / ${formatDuration(minutes * 60_000)} / ${formatCount(tokens)} tok`;
}
