import { approvalReceipt } from "./approval/receipt.ts";
import type { DelegationPolicy, UnattendedPolicy } from "./config/delegation-policy.ts";
import type { UnattendedLedger } from "./config/unattended-ledger.ts";
import { type Diagnostic, error } from "./contract/diagnostic.ts";
import { didYouMean } from "./contract/did-you-mean.ts";
import { failure, type Outcome, success } from "./contract/outcome.ts";
import type {
  Delegation,
  DelegationProgress,
  DelegationResult,
  UnattendedAnswer,
  UnattendedRun,
} from "./delegation.ts";

export interface ModelCall {
  /** What the files say, without this call's wishes. */
  readonly policy: DelegationPolicy;
  readonly backendIds: readonly string[];
  readonly canAsk: boolean;
}

/** Whether a call of the parent model goes unasked, in the order in which it is told what is wrong. */
export function termsOfModelCall(
  { overrides }: Delegation,
  { policy, backendIds, canAsk }: ModelCall,
): Outcome<boolean> {
  const unattended = policy.unattended.allowed;
  if (unattended && overrides.model !== undefined) return failure(pinned("model"));
  const { backend = policy.backend.id } = overrides;
  if (unattended && backend !== policy.backend.id) return failure(pinned("backend"));
  if (!backendIds.includes(backend)) return failure(unknownBackend(backend, backendIds));
  if (!unattended && !canAsk) return failure(nobodyToAsk);
  return success(unattended);
}

export interface UnattendedSession {
  readonly ledger: UnattendedLedger;
  readonly policy: (profileId: string) => UnattendedPolicy;
  readonly canAsk: boolean;
  readonly now: () => Date;
}

export interface WatchedRun {
  /** Ends with the asker's, or when the session's unattended tokens are used up. */
  readonly signal: AbortSignal;
  decide(run: UnattendedRun): UnattendedAnswer;
  watch(progress: DelegationProgress): void;
  ended(result: DelegationResult): void;
}

/** One delegation that may go unasked: admitted or handed to a person, and its tokens counted while it runs. */
export function watchUnattended(session: UnattendedSession, asker: AbortSignal): WatchedRun {
  const { ledger, policy, canAsk } = session;
  const usedUp = new AbortController();
  let admitted: UnattendedPolicy | undefined;
  let counted = 0;
  const count = (tokens: number) => {
    ledger.spend(Math.max(0, tokens - counted));
    counted = Math.max(counted, tokens);
  };
  return {
    signal: AbortSignal.any([asker, usedUp.signal]),
    decide({ profileId, plan, setup }) {
      const allowing = policy(profileId);
      const admission = ledger.admit({ policy: allowing, profileId, setup });
      if (!admission.ok) return { kind: canAsk ? "ask" : "unavailable", diagnostics: admission.diagnostics };
      admitted = allowing;
      const clock = { now: () => session.now().getTime() };
      return {
        kind: "approved",
        receipt: approvalReceipt(plan, { source: "project-config", clock, viewedFullPrompt: false }),
      };
    },
    watch(progress) {
      const tokens = progress.phase === "running" ? progress.event?.details?.tokens : undefined;
      if (!admitted || tokens === undefined) return;
      count(tokens);
      // The turn under way is paid for already, so a session may overshoot by one turn of each of its runs.
      if (ledger.tokensLeft(admitted) <= 0) usedUp.abort("the unattended tokens of this session are used up");
    },
    ended(result) {
      if (admitted && result.kind === "ran") count(result.response.usage?.tokens?.total ?? 0);
    },
  };
}

const nobodyToAsk = error(
  "approval.no-ui",
  "Nobody can approve in this mode, so nothing was prepared or sent. Do not ask again here: do the task yourself, or tell the user to run it in Pi's terminal interface.",
);

function pinned(what: "model" | "backend"): Diagnostic {
  return error(
    "unattended.override",
    `This project runs delegations unattended, with the ${what} that is configured; leave out "${what}".`,
    what,
  );
}

export function unknownBackend(backend: string, ids: readonly string[]): Diagnostic {
  return error(
    "backend.missing",
    `No backend "${backend}" is registered; there is: ${ids.join(", ")}.${didYouMean(backend, ids)}`,
    "backend",
  );
}
