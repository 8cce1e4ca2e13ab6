import { fingerprint, fingerprintPrefix } from "../fingerprint.ts";
import type { AgentProfile } from "./agent-profile.ts";

export { canonicalJson as canonicalSubagentJson } from "../canonical-json.ts";

export const SUBAGENT_FINGERPRINT_PREFIX: string = fingerprintPrefix;

/** Throws a TypeError when the value is not JSON. */
export function subagentFingerprint(value: unknown): string {
  return fingerprint(value);
}

/** Over the normalised profile. */
export function subagentSourceProfileFingerprint(profile: AgentProfile): string {
  return fingerprint(profile);
}

/** Over the normalised stack, without file path or diagnostics. */
export function subagentPromptStackFingerprint(stack: object): string {
  return fingerprint(stack);
}

/** The older value that sessions kept to notice a changed profile: its JSON, not a digest, and dependent on key order. */
export function agentProfileFingerprint(profile: AgentProfile): string {
  return JSON.stringify(profile);
}
