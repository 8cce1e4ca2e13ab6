import type { ApprovalDecision, ApprovalSubject, Approver } from "./approver.ts";
import { panelFailed, unavailable } from "./no-decision.ts";
import type { Place } from "./panel-model.ts";

/** Shows one subject to a person. It should settle when the signal is aborted, but the queue does not wait for that. */
export type ShowApproval = (subject: ApprovalSubject, turn: Turn) => Promise<ApprovalDecision | Postponed>;

/** Not decided: to be shown again after everybody else who waits. */
export interface Postponed {
  readonly kind: "postponed";
}

export interface Turn {
  readonly signal: AbortSignal;
  readonly place: () => Place;
  /** All that wait for a decision now, this one first. */
  readonly waiting: () => readonly ApprovalSubject[];
  /** Decides another one that waits; nothing happens when it does not wait any more, or when the approval is for another plan. */
  readonly decide: (subject: ApprovalSubject, decision: ApprovalDecision) => void;
  /** Called when another one joins or leaves the queue; returns how to stop. */
  readonly onPlace: (listener: () => void) => () => void;
}

export interface ApprovalQueue {
  /** Waits for its turn, then shows it. Never rejects; abort settles it at once, waiting or shown. */
  ask(subject: ApprovalSubject, show: ShowApproval, signal: AbortSignal): Promise<ApprovalDecision>;
  /** A place for somebody whose plan is not ready yet: those who come later wait until it has asked or has left. */
  join(signal: AbortSignal): QueuePlace;
  /** How many wait or are shown. */
  readonly size: number;
}

export interface QueuePlace {
  /** As the queue's own, in this place; an edited task is asked about again here, before those who came later. */
  ask: ApprovalQueue["ask"];
  /** Lets the next one pass; nothing is taken from who has asked already. */
  leave(): void;
}

interface Asking {
  readonly signal: AbortSignal;
  /** Of the places, in the order in which they were taken. */
  readonly order: number;
}

interface Asked extends Pick<Asking, "order"> {
  readonly subject: ApprovalSubject;
  readonly decide: (decision: ApprovalDecision) => void;
}

/** First come, first shown, one at a time. A process has one queue, or two panels would answer the same key. */
export function createApprovalQueue(): ApprovalQueue {
  let tail: Promise<unknown> = Promise.resolve();
  let waiting = 0;
  let settled = 0;
  let places = 0;
  let asked: readonly Asked[] = [];
  const listeners = new Set<() => void>();
  const place = (): Place => ({ n: settled + 1, of: settled + waiting });
  const changed = () => {
    for (const listener of listeners) listener();
  };
  const onPlace = (listener: () => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
  const settle = ({ kind }: ApprovalDecision | Postponed) => {
    waiting -= 1;
    settled = waiting === 0 ? 0 : settled + (kind === "postponed" || kind === "edited" ? 0 : 1);
    changed();
  };
  const decide: Turn["decide"] = (subject, decision) => {
    if (decision.kind === "approved" && bound(subject, decision) !== decision) return;
    const entry = asked.find((each) => each.subject === subject);
    asked = asked.filter((each) => each !== entry);
    entry?.decide(decision);
  };
  const askAfter = (before: Promise<unknown>, subject: ApprovalSubject, show: ShowApproval, how: Asking) => {
    const { signal, order } = how;
    waiting += 1;
    const aborted = whenAborted(AbortSignal.any([signal]));
    let elsewhere: Asked["decide"] = () => {};
    const decidedElsewhere = new Promise<ApprovalDecision>((resolve) => {
      elsewhere = resolve;
    });
    const entry: Asked = { order, subject, decide: elsewhere };
    asked = [...asked, entry].sort((a, b) => a.order - b.order);
    const all = () => [subject, ...asked.map((each) => each.subject).filter((each) => each !== subject)];
    const inTurn = () => shown(subject, show, { signal, place, onPlace, waiting: all, decide });
    const decision = Promise.race([
      aborted.promise,
      decidedElsewhere,
      before.then(() => (asked.includes(entry) && !signal.aborted ? inTurn() : aborted.promise)),
    ]).then((decided) => {
      asked = asked.filter((each) => each !== entry);
      aborted.stop();
      settle(decided);
      return decided;
    });
    changed();
    return decision;
  };
  const join = (given: AbortSignal): QueuePlace => {
    // Many calls of one turn share one signal, and Node warns of more than ten listeners on it.
    const signal = AbortSignal.any([given]);
    const before = tail;
    const order = places++;
    let [held, asking, free] = [true, false, () => {}];
    const freed = new Promise<void>((resolve) => {
      free = resolve;
    });
    const giveUp = () => {
      held = false;
      signal.removeEventListener("abort", giveUp);
      free();
    };
    const leave = () => {
      if (!asking) giveUp();
    };
    signal.addEventListener("abort", giveUp, { once: true });
    if (signal.aborted) giveUp();
    // The next one waits for those before this place and for this one, however it ends.
    tail = before.then(() => freed);
    return {
      leave,
      async ask(subject, show, asker) {
        // Whoever left has no place any more.
        if (!held || asking) return asker.aborted ? { kind: "aborted" } : join(asker).ask(subject, show, asker);
        asking = true;
        const decided = await askAfter(before, subject, show, { signal: asker, order });
        asking = false;
        if (decided.kind === "edited") return decided;
        giveUp();
        return decided.kind === "postponed" ? join(asker).ask(subject, show, asker) : decided;
      },
    };
  };
  return {
    get size() {
      return waiting;
    },
    async ask(subject, show, signal) {
      const place = join(signal);
      const decision = await place.ask(subject, show, signal);
      place.leave();
      return decision;
    },
    join,
  };
}

/** An approver that shows every subject in its turn of this queue. */
export function approverIn(queue: ApprovalQueue, show: ShowApproval): Approver {
  return {
    decide: (subject, signal) => queue.ask(subject, show, signal),
    join(signal) {
      const place = queue.join(signal);
      return { decide: (subject, asker) => place.ask(subject, show, asker), leave: place.leave };
    },
  };
}

async function shown(subject: ApprovalSubject, show: ShowApproval, turn: Turn): ReturnType<ShowApproval> {
  try {
    return bound(subject, await show(subject, turn));
  } catch (cause) {
    return panelFailed(cause);
  }
}

/** A decision counts for the plan it was made for and for no other. */
function bound<T extends ApprovalDecision | Postponed>(subject: ApprovalSubject, decision: T): T | ApprovalDecision {
  if (decision.kind !== "approved") return decision;
  if (decision.receipt.executionFingerprint === subject.plan.executionFingerprint) return decision;
  return unavailable("approval.wrong-seal", "The approval given was for another plan; nothing was approved.");
}

function whenAborted(signal: AbortSignal): { promise: Promise<ApprovalDecision>; stop: () => void } {
  let stop = () => {};
  const promise = new Promise<ApprovalDecision>((resolve) => {
    const settle = () => resolve({ kind: "aborted" });
    if (signal.aborted) settle();
    signal.addEventListener("abort", settle, { once: true });
    stop = () => signal.removeEventListener("abort", settle);
  });
  return { promise, stop };
}
