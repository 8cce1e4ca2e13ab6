import type { ApprovalDecision, ApprovalSubject, Approver } from "./approver.ts";
import { panelFailed, unavailable } from "./no-decision.ts";
import type { Place } from "./panel-model.ts";
import { queueCount } from "./queue-count.ts";

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
  const count = queueCount();
  const { place, onPlace } = count;
  let tail: Promise<unknown> = Promise.resolve();
  let places = 0;
  let asked: readonly Asked[] = [];
  const decide: Turn["decide"] = (subject, decision) => {
    if (decision.kind === "approved" && bound(subject, decision) !== decision) return;
    const entry = asked.find((each) => each.subject === subject);
    asked = asked.filter((each) => each !== entry);
    entry?.decide(decision);
  };
  const askAfter = async (before: Promise<unknown>, subject: ApprovalSubject, show: ShowApproval, how: Asking) => {
    const { signal, order } = how;
    const aborted = whenAborted(AbortSignal.any([signal]));
    const elsewhere = decidedElsewhere();
    const entry: Asked = { order, subject, decide: elsewhere.decide };
    asked = [...asked, entry].sort((a, b) => a.order - b.order);
    count.entered();
    const waiting = () => [subject, ...asked.map((each) => each.subject).filter((each) => each !== subject)];
    const inTurn = () => shown(subject, show, { signal, place, onPlace, waiting, decide });
    const decided = await Promise.race([
      aborted.promise,
      elsewhere.promise,
      before.then(() => (asked.includes(entry) && !signal.aborted ? inTurn() : aborted.promise)),
    ]);
    asked = asked.filter((each) => each !== entry);
    aborted.stop();
    count.left(decided.kind !== "postponed" && decided.kind !== "edited");
    return decided;
  };
  const join = (signal: AbortSignal): QueuePlace => {
    const before = tail;
    const order = places++;
    const held = heldPlace(signal);
    let asking = false;
    // The next one waits for those before this place and for this one, however it ends.
    tail = before.then(() => held.released);
    return {
      leave() {
        if (!asking) held.release();
      },
      async ask(subject, show, asker) {
        // Whoever left has no place any more.
        if (!held.isHeld() || asking)
          return asker.aborted ? { kind: "aborted" } : join(asker).ask(subject, show, asker);
        asking = true;
        const decided = await askAfter(before, subject, show, { signal: asker, order });
        asking = false;
        if (decided.kind === "edited") return decided;
        held.release();
        return decided.kind === "postponed" ? join(asker).ask(subject, show, asker) : decided;
      },
    };
  };
  return {
    get size() {
      return count.waiting();
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

/** Holds up those behind it until it is released, by whoever has it or by the end of the signal. */
function heldPlace(given: AbortSignal) {
  // Many calls of one turn share one signal, and Node warns of more than ten listeners on it.
  const signal = AbortSignal.any([given]);
  let isHeld = true;
  let free = () => {};
  const released = new Promise<void>((resolve) => {
    free = resolve;
  });
  const release = () => {
    isHeld = false;
    signal.removeEventListener("abort", release);
    free();
  };
  signal.addEventListener("abort", release, { once: true });
  if (signal.aborted) release();
  return { released, release, isHeld: () => isHeld };
}

function decidedElsewhere(): { promise: Promise<ApprovalDecision>; decide: Asked["decide"] } {
  let decide: Asked["decide"] = () => {};
  const promise = new Promise<ApprovalDecision>((resolve) => {
    decide = resolve;
  });
  return { promise, decide };
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
