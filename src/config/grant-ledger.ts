/*
 * Grants of one session, in memory only. A grant lets the same setup run again without asking:
 * 1. It covers one subject (project, session, asker, profile and what the call itself wishes), one host and one setup fingerprint.
 * 2. Another setup of its subject ends it, and another host ends every grant: going back to what was allowed is asked again.
 * 3. A run is counted when it is admitted, and given back only when it never started.
 * 4. A run may begin while the minutes last. A clock that goes backwards ends every grant.
 * 5. A run under way holds its own token limit, or what it used so far where it has none; nothing is admitted beyond what is left.
 *    A run that does not say what it used counts as its limit, and without one it ends the grant.
 */
import type { Diagnostic } from "../contract/diagnostic.ts";
import {
  type AdmittedRun,
  createGrant,
  type Grant,
  type GrantSubject,
  type GrantTerms,
  type GrantView,
} from "./grant.ts";
import type { GrantBudget } from "./grant-budget.ts";
import type { GrantEnd } from "./grant-ending.ts";

export interface GrantRun extends Omit<GrantTerms, "setup"> {
  /** Null when the prompt has none. */
  readonly setup: string | null;
  /** The run's own limit; null where it has none. */
  readonly tokenLimit: number | null;
  /** What the settings allow a grant now. */
  readonly most: GrantBudget;
}

export type Admission =
  | { readonly kind: "admitted"; readonly run: AdmittedRun; readonly grant: GrantView }
  /** Which grant does not cover it, and why; undefined where there was none. */
  | { readonly kind: "ask"; readonly because?: Diagnostic };

export interface GrantLedger {
  /** Takes the place of one for the same subject. */
  give(terms: GrantTerms, budget: GrantBudget): GrantView;
  admit(run: GrantRun): Admission;
  /** Those that hold. */
  holding(): readonly GrantView[];
  /** The latest that ended. */
  ended(): readonly GrantView[];
  /** False when no grant of this number holds. */
  revoke(id: number): boolean;
}

const endedKept = 20;

export function createGrantLedger(now: () => number): GrantLedger {
  let live: Grant[] = [];
  let over: Grant[] = [];
  let ids = 0;
  let latest = Number.NEGATIVE_INFINITY;

  /** Tells apart what holds and what time, or anything since, has ended. */
  function look(): number {
    const at = now();
    if (at < latest) for (const grant of live) grant.end("time-over");
    latest = at;
    over = [...over, ...live.filter((grant) => !grant.holds(latest))].slice(-endedKept);
    live = live.filter((grant) => grant.holds(latest));
    return latest;
  }

  function end(chosen: (grant: Grant) => boolean, why: GrantEnd): void {
    for (const grant of live.filter(chosen)) grant.end(why);
  }

  return {
    give(terms, budget) {
      end(({ subject }) => isSame(subject, terms.subject), "replaced");
      const at = look();
      ids += 1;
      const grant = createGrant(ids, terms, budget, at);
      live = [...live, grant];
      return grant.view(at);
    },
    admit({ subject, host, setup, tokenLimit, most }) {
      const before = live.find((grant) => isSame(grant.subject, subject));
      const at = look();
      end((grant) => grant.host !== host, "host-changed");
      if (before && before.setup !== setup) before.end("setup-changed");
      const run = before?.admit(tokenLimit, most, at);
      look();
      if (!before || !run) return { kind: "ask" };
      return "code" in run ? { kind: "ask", because: run } : { kind: "admitted", run, grant: before.view(at) };
    },
    holding() {
      const at = look();
      return live.map((grant) => grant.view(at));
    },
    ended() {
      const at = look();
      return over.map((grant) => grant.view(at));
    },
    revoke(id) {
      look();
      const found = live.some((grant) => grant.id === id);
      end((grant) => grant.id === id, "revoked");
      look();
      return found;
    },
  };
}

function isSame(a: GrantSubject, b: GrantSubject): boolean {
  return (
    a.project === b.project &&
    a.sessionId === b.sessionId &&
    a.asker === b.asker &&
    a.profileId === b.profileId &&
    a.wishes === b.wishes
  );
}
