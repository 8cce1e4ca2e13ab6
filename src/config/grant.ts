import type { Diagnostic } from "../contract/diagnostic.ts";
import { type GrantBudget, smallerBudget } from "./grant-budget.ts";
import { type GrantEnd, grantEnded, grantTooSmall } from "./grant-ending.ts";

/** Whose runs a grant is for. */
export interface GrantSubject {
  readonly project: string;
  readonly sessionId: string | null;
  readonly asker: string;
  /** `scope:id` */
  readonly profileId: string;
  /** Backend and model that the call asks for itself; another wish is another subject. */
  readonly wishes: string;
}

/** What a grant is given for. */
export interface GrantTerms {
  readonly subject: GrantSubject;
  /** Who compiles the prompt. */
  readonly host: string;
  /** Fingerprint of everything a person judges but the task. */
  readonly setup: string;
}

/** A grant as a person is shown it. */
export interface GrantView {
  readonly id: number;
  readonly subject: GrantSubject;
  readonly setup: string;
  readonly budget: GrantBudget;
  readonly runs: number;
  /** Used so far, runs under way included. */
  readonly tokens: number;
  /** Whole minutes in which a run may still begin. */
  readonly minutesLeft: number;
  /** Null while it holds. */
  readonly ended: GrantEnd | null;
}

/** One run that nobody was asked about. */
export interface AdmittedRun {
  /** Tokens of this run so far; true when those of the grant are used up and the run must end. */
  spend(tokens: number): boolean;
  /** Null when nobody knows what it used. */
  end(tokens: number | null): void;
  /** It never started. */
  withdraw(): void;
}

export interface Grant extends GrantTerms {
  readonly id: number;
  /** Ends it when its time is over. */
  holds(at: number): boolean;
  end(why: GrantEnd): void;
  /** A run of this very setup, or why a person must be asked. `most` is what the settings allow by now. */
  admit(tokenLimit: number | null, most: GrantBudget, at: number): AdmittedRun | Diagnostic;
  view(at: number): GrantView;
}

const minute = 60_000;

export function createGrant(id: number, terms: GrantTerms, given: GrantBudget, givenAt: number): Grant {
  const { subject, host, setup } = terms;
  const underWay = new Set<{ readonly reserved: number; used: number }>();
  let budget = given;
  let runs = 0;
  let settled = 0;
  let ended: GrantEnd | null = null;
  const minutesLeft = (at: number) => budget.minutes - (at - givenAt) / minute;
  const tokensUsed = () => sum(underWay, ({ used }) => used, settled);
  const tokensLeft = () => budget.tokens - sum(underWay, ({ used, reserved }) => Math.max(used, reserved), settled);

  const grant: Grant = {
    id,
    subject,
    host,
    setup,
    holds(at) {
      if (minutesLeft(at) <= 0) grant.end("time-over");
      return ended === null;
    },
    end(why) {
      ended ??= why;
    },
    admit(tokenLimit, most, at) {
      budget = smallerBudget(budget, most);
      if (runs >= budget.runs) grant.end("runs-used");
      if (tokensUsed() >= budget.tokens) grant.end("tokens-used");
      if (!grant.holds(at)) return grantEnded(subject.profileId, ended ?? "revoked");
      const left = tokensLeft();
      if (left <= 0 || (tokenLimit ?? 0) > left) return grantTooSmall(subject.profileId, left, tokenLimit);
      return begin(tokenLimit);
    },
    view: (at) => ({
      id,
      subject,
      setup,
      budget,
      runs,
      tokens: tokensUsed(),
      ended,
      minutesLeft: ended === null ? Math.max(0, Math.ceil(minutesLeft(at))) : 0,
    }),
  };

  function begin(tokenLimit: number | null): AdmittedRun {
    const run = { reserved: tokenLimit ?? 0, used: 0 };
    underWay.add(run);
    runs += 1;
    return {
      spend(tokens) {
        run.used = Math.max(run.used, tokens);
        return tokensUsed() >= budget.tokens;
      },
      end(tokens) {
        if (!underWay.delete(run)) return;
        if (tokens === null && tokenLimit === null) grant.end("usage-unknown");
        settled += Math.max(run.used, tokens ?? tokenLimit ?? 0);
      },
      withdraw() {
        if (underWay.delete(run)) runs -= 1;
      },
    };
  }

  return grant;
}

function sum<T>(all: Iterable<T>, of: (each: T) => number, first: number): number {
  let total = first;
  for (const each of all) total += of(each);
  return total;
}
