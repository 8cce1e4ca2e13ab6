import { type Diagnostic, error } from "../contract/diagnostic.ts";
import { failure, type Outcome, success } from "../contract/outcome.ts";
import type { UnattendedPolicy } from "./delegation-policy.ts";

export interface UnattendedRun {
  readonly policy: UnattendedPolicy;
  /** `scope:id` */
  readonly profileId: string;
  /** Fingerprint of everything a person would judge; null when the prompt has none. */
  readonly setup: string | null;
}

/** What one session may still do without asking. */
export interface UnattendedLedger {
  /** Counts the run when it may go on; `remainingTokens` bounds it. */
  admit(run: UnattendedRun): Outcome<{ readonly remainingTokens: number }>;
  spend(tokens: number): void;
  /** Zero or less when they are used up. */
  tokensLeft(policy: UnattendedPolicy): number;
  /** A person saw this setup and said yes: from now on it is the one that may run. */
  agreed(profileId: string, setup: string): void;
}

/** Counts for one session: caps hold for all profiles together, and a setup that differs from the first is a drift. */
export function createUnattendedLedger(): UnattendedLedger {
  const setups = new Map<string, string>();
  let runs = 0;
  let tokens = 0;

  function refusal({ policy, profileId }: UnattendedRun, setup: string): Diagnostic | undefined {
    const ask = "a person must approve it";
    if ((setups.get(profileId) ?? setup) !== setup)
      return error("unattended.drift", `"${profileId}" is not set up as it was before in this session; ${ask}.`);
    if (runs >= policy.maxRuns)
      return error("unattended.runs-used", `All ${policy.maxRuns} unattended runs of this session are used; ${ask}.`);
    if (tokens >= policy.tokenBudget)
      return error("unattended.tokens-used", `${tokens} of ${policy.tokenBudget} unattended tokens are used; ${ask}.`);
    return undefined;
  }

  return {
    admit(run) {
      if (!run.policy.allowed) return failure(notAllowed(run.profileId));
      if (run.setup === null) return failure(noSetup(run.profileId));
      const refused = refusal(run, run.setup);
      if (refused) return failure(refused);
      setups.set(run.profileId, run.setup);
      runs += 1;
      return success({ remainingTokens: run.policy.tokenBudget - tokens });
    },
    spend(count) {
      tokens += count;
    },
    tokensLeft: (policy) => policy.tokenBudget - tokens,
    agreed(profileId, setup) {
      setups.set(profileId, setup);
    },
  };
}

function notAllowed(profileId: string): Diagnostic {
  const message = `No file of this project allows "${profileId}" to run unasked; a person must approve it.`;
  return error("unattended.not-allowed", message);
}

function noSetup(profileId: string): Diagnostic {
  const message = `The prompt of "${profileId}" changes from run to run; a person must approve it.`;
  return error("unattended.no-setup", message);
}
