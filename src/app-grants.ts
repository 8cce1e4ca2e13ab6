import type { App } from "./app.ts";
import type { ApprovalDecision, ApprovalSubject, Approver } from "./approval/approver.ts";
import { isFamiliar } from "./approval/familiar.ts";
import { approvalReceipt } from "./approval/receipt.ts";
import type { DelegationSettings } from "./config/delegation-settings.ts";
import type { AdmittedRun, GrantTerms, GrantView } from "./config/grant.ts";
import { type GrantBudget, grantBudget, isEmptyBudget } from "./config/grant-budget.ts";
import { createGrantLedger, type GrantLedger } from "./config/grant-ledger.ts";
import { canonicalJson } from "./contract/canonical-json.ts";
import type { AgentResponse } from "./contract/product/agent-response.ts";
import type { Delegation, DelegationProgress, DelegationResult } from "./delegation.ts";

export interface GrantsOptions {
  readonly project: string;
  readonly settings: () => DelegationSettings;
  readonly now: () => Date;
  /** A grant was given, used, or has ended: these hold now. */
  readonly onChange?: (grants: GrantsView) => void;
}

export interface GrantsView {
  readonly holding: readonly GrantView[];
  readonly ended: readonly GrantView[];
}

/** The grants of one session, for whoever shows or revokes them. */
export interface Grants {
  look(): GrantsView;
  /** False when no grant of this number holds. */
  revoke(id: number): boolean;
}

export interface SessionGrants extends Grants {
  /** The same application, where what the model asks for may run under a grant that a person gave in the panel. */
  cover(app: App, approver: Approver): App;
}

export function createGrants({ project, settings, now, onChange }: GrantsOptions): SessionGrants {
  const ledger = createGrantLedger(() => now().getTime());
  const look = () => ({ holding: ledger.holding(), ended: ledger.ended() });
  const changed = () => onChange?.(look());
  const most = () => grantBudget(settings());
  return {
    look,
    revoke(id) {
      const revoked = ledger.revoke(id);
      changed();
      return revoked;
    },
    cover: (app, fallback) => ({
      ...app,
      async delegate(delegation, signal, report, approver = fallback) {
        if (delegation.asker !== "model") return app.delegate(delegation, signal, report, approver);
        const call = coverCall(delegation, { ledger, project, most, now, changed });
        const either = AbortSignal.any([signal, call.signal]);
        const observed = (progress: DelegationProgress) => {
          call.watch(progress);
          report?.(progress);
        };
        let result: DelegationResult | undefined;
        try {
          const recorded = await app.delegate(delegation, either, observed, call.approver(approver));
          result = recorded.result;
          return recorded;
        } finally {
          call.ended(result);
        }
      },
    }),
  };
}

interface CallSurroundings {
  readonly ledger: GrantLedger;
  readonly project: string;
  readonly most: () => GrantBudget;
  readonly now: () => Date;
  readonly changed: () => void;
}

/** One call of the model: let through by a grant and counted, or asked about and perhaps the first of a new grant. */
function coverCall(delegation: Delegation, { ledger, project, most, now, changed }: CallSurroundings) {
  const usedUp = new AbortController();
  let admitted: AdmittedRun | undefined;
  let given: { readonly terms: GrantTerms; readonly budget: GrantBudget } | undefined;
  let asked = false;

  function admit(subject: ApprovalSubject): ApprovalDecision | ApprovalSubject {
    const terms = termsOf(delegation, subject, project);
    const tokenLimit = subject.plan.preflight.limits.tokenBudget?.value ?? null;
    const admission = ledger.admit({ ...terms, tokenLimit, most: most() });
    if (admission.kind === "admitted") {
      admitted = admission.run;
      const clock = { now: () => now().getTime() };
      return {
        kind: "approved",
        receipt: approvalReceipt(subject.plan, { source: "grant", clock, viewedFullPrompt: false }),
      };
    }
    const note = admission.because ? [admission.because] : [];
    return { ...subject, diagnostics: [...note, ...subject.diagnostics] };
  }

  async function decide(subject: ApprovalSubject, signal: AbortSignal, approver: Approver): Promise<ApprovalDecision> {
    // A person who was asked once about this call, and edited it, goes on deciding about it.
    const answer = asked || signal.aborted ? subject : admit(subject);
    changed();
    if ("kind" in answer) return answer;
    asked = true;
    const budget = most();
    if (!isFamiliar(subject) || isEmptyBudget(budget)) return approver.decide(answer, signal);
    const decision = await approver.decide({ ...answer, grant: budget }, signal);
    const { setup, ...terms } = termsOf(delegation, subject, project);
    if (decision.kind !== "approved" || decision.grants !== true || setup === null) return decision;
    given = { terms: { ...terms, setup }, budget };
    return { ...decision, granted: budget };
  }

  return {
    /** Ends when the tokens of the grant are used up. */
    signal: usedUp.signal,
    approver: (approver: Approver): Approver => ({
      decide: (subject, signal) => decide(subject, signal, approver),
    }),
    watch(progress: DelegationProgress) {
      if (progress.phase !== "running") return;
      // Given only now: what changed while the panel was open refuses the run, and the grant with it.
      if (given) ledger.give(given.terms, given.budget);
      const tokens = progress.event?.details?.tokens;
      if (admitted && tokens !== undefined && admitted.spend(tokens)) {
        usedUp.abort("the tokens of its grant are used up");
      }
      if (given || tokens !== undefined) changed();
      given = undefined;
    },
    /** Without a result nobody knows what was used. */
    ended(result: DelegationResult | undefined) {
      if (result === undefined) admitted?.end(null);
      else if (result.kind === "ran") admitted?.end(usedTokens(result.response));
      else admitted?.withdraw();
      changed();
    },
  };
}

/** Null when requests were made and nobody said what they used. */
function usedTokens({ childReport, usage }: AgentResponse): number | null {
  if (childReport?.requests.length === 0) return 0;
  return usage?.tokens?.total || null;
}

function termsOf(delegation: Delegation, { profile, host, setup }: ApprovalSubject, project: string) {
  const wishes = canonicalJson(delegation.overrides);
  const { asker, sessionId = null } = delegation;
  const subject = { project, sessionId, asker, profileId: profile.id, wishes };
  return { subject, host, setup: setup?.fingerprint ?? null };
}
