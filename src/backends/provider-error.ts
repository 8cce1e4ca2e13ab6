import type { RunError } from "../contract/runtime/run-result.ts";
import { capBytes } from "../text/cap.ts";
import { redactSecrets } from "../text/redact.ts";
import { sanitiseText } from "../text/sanitise.ts";

type ErrorClass = NonNullable<RunError["class"]>;

/** First match wins, so the specific come first. Providers agree on status numbers more than on words. */
const patterns: readonly (readonly [ErrorClass, RegExp])[] = [
  ["rate-limit", /\b429\b|rate.?limit|too many requests|quota/i],
  ["overloaded", /\b(?:529|503)\b|overloaded|service unavailable|at capacity/i],
  ["auth", /\b(?:401|403)\b|unauthori[sz]ed|forbidden|invalid.{0,12}api.?key|no api key|authentication|credentials/i],
  [
    "network",
    /connection error|connect(?:ion)? (?:refused|reset)|ECONN\w+|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|socket hang up|fetch failed|terminated|timed? ?out|network/i,
  ],
  ["provider", /\b[45]\d\d\b/],
];

const longestMessage = 4 * 1024;

function errorClass(text: string): ErrorClass {
  return patterns.find(([, pattern]) => pattern.test(text))?.[0] ?? "provider";
}

/** An error that a model's provider gave: whether trying again may help, and its text without secrets, capped. */
export function providerError(code: string, text: string, secrets: readonly string[] = []): RunError {
  const kind = errorClass(text);
  const retryable = kind === "rate-limit" || kind === "overloaded" || kind === "network" || /\b5\d\d\b/.test(text);
  return { code, message: cleanText(text, secrets), retryable, class: kind };
}

/** `secrets`: values of this run, taken out wherever they stand, whatever their shape. */
export function cleanText(text: string, secrets: readonly string[] = []): string {
  return capBytes(redactSecrets(sanitiseText(text), secrets), longestMessage);
}
