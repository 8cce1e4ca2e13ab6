import { getEventListeners } from "node:events";
import { describe, expect, test } from "vitest";
import type { ApprovalDecision } from "../../src/approval/approver.ts";
import { createApprovalQueue, type QueuePlace, type ShowApproval } from "../../src/approval/queue.ts";
import { approvalReceipt } from "../../src/approval/receipt.ts";
import { aPlan, aSubject, sealB } from "./a-subject.ts";

const never = new AbortController().signal;
const clock = { now: () => 0 };
const seal = (index: number) => `sha256:v1:${String(index).repeat(64)}`;

function approved(fingerprint: string): ApprovalDecision {
  const receipt = approvalReceipt(aPlan({ seal: fingerprint }), { source: "person", clock, viewedFullPrompt: false });
  return { kind: "approved", receipt };
}

/** A screen that a test answers: what is shown now, and a way to decide it. */
function aScreen() {
  const shown: {
    seal: string;
    place: () => { n: number; of: number };
    decide: (decision: ApprovalDecision) => void;
  }[] = [];
  const show: ShowApproval = (subject, turn) =>
    new Promise((resolve) =>
      shown.push({ seal: subject.plan.executionFingerprint, place: turn.place, decide: resolve }),
    );
  return { shown, show };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

describe("approval queue", () => {
  test("adds no listener to a signal that many calls share", () => {
    const queue = createApprovalQueue();
    const { signal } = new AbortController();
    const places = Array.from({ length: 20 }, () => queue.join(signal));
    void places[0]?.ask(aSubject({ seal: seal(1) }), aScreen().show, signal);
    expect(getEventListeners(signal, "abort")).toEqual([]);
    for (const place of places) place.leave();
  });

  test("shows one at a time in the order of asking, says n of m, and gives each its own decision", async () => {
    const queue = createApprovalQueue();
    const { shown, show } = aScreen();
    const decisions = [1, 2, 3, 4, 5, 6, 7].map((index) => queue.ask(aSubject({ seal: seal(index) }), show, never));
    for (let index = 1; index <= 7; index++) {
      await settled();
      expect(shown).toHaveLength(index);
      const current = shown[index - 1];
      expect(current?.seal).toBe(seal(index));
      expect(current?.place()).toEqual({ n: index, of: 7 });
      current?.decide(index === 3 ? { kind: "rejected", reason: "no" } : approved(seal(index)));
    }
    const kinds = (await Promise.all(decisions)).map((each) =>
      each.kind === "approved" ? each.receipt.executionFingerprint : each.kind,
    );
    expect(kinds).toEqual([seal(1), seal(2), "rejected", seal(4), seal(5), seal(6), seal(7)]);
    expect(queue.size).toBe(0);
  });

  test("settles what waits and what is shown when its asker aborts, and goes on", async () => {
    const queue = createApprovalQueue();
    const { shown, show } = aScreen();
    const [first, second] = [new AbortController(), new AbortController()];
    const one = queue.ask(aSubject({ seal: seal(1) }), show, first.signal);
    const two = queue.ask(aSubject({ seal: seal(2) }), show, second.signal);
    const three = queue.ask(aSubject({ seal: seal(3) }), show, never);
    await settled();
    second.abort();
    expect(await two).toEqual({ kind: "aborted" });
    expect(shown).toHaveLength(1);
    first.abort();
    expect(await one).toEqual({ kind: "aborted" });
    await settled();
    expect(shown.map((each) => each.seal)).toEqual([seal(1), seal(3)]);
    shown[1]?.decide({ kind: "dismissed" });
    expect(await three).toEqual({ kind: "dismissed" });
  });

  test("a panel that throws is unavailable and does not hold up the next", async () => {
    const queue = createApprovalQueue();
    const broken = queue.ask(aSubject(), () => Promise.reject(new Error("boom")), never);
    const next = queue.ask(aSubject(), async () => ({ kind: "dismissed" }), never);
    expect(await broken).toMatchObject({ kind: "unavailable", diagnostics: [{ code: "approval.panel-failed" }] });
    expect(await next).toEqual({ kind: "dismissed" });
  });

  test("an approval for another plan counts for nothing", async () => {
    const queue = createApprovalQueue();
    const decision = await queue.ask(aSubject(), async () => approved(sealB), never);
    expect(decision).toMatchObject({ kind: "unavailable", diagnostics: [{ code: "approval.wrong-seal" }] });
  });

  test("one that aborts before its turn is never shown", async () => {
    const queue = createApprovalQueue();
    const { shown, show } = aScreen();
    expect(await queue.ask(aSubject(), show, AbortSignal.abort())).toEqual({ kind: "aborted" });
    await settled();
    expect(shown).toHaveLength(0);
  });

  test("whoever took a place first is shown first, however long the plan took", async () => {
    const queue = createApprovalQueue();
    const { shown, show } = aScreen();
    const [early, late] = [queue.join(never), queue.join(never)];
    const two = late.ask(aSubject({ seal: seal(2) }), show, never);
    await settled();
    expect(shown).toHaveLength(0);
    const one = early.ask(aSubject({ seal: seal(1) }), show, never);
    await settled();
    expect(shown.map((each) => each.seal)).toEqual([seal(1)]);
    shown[0]?.decide({ kind: "dismissed" });
    await one;
    await settled();
    expect(shown.map((each) => each.seal)).toEqual([seal(1), seal(2)]);
    shown[1]?.decide({ kind: "dismissed" });
    await two;
  });

  test.each([
    ["leaves without asking", (place: QueuePlace) => place.leave()],
    ["is aborted before asking", (_: QueuePlace, asker: AbortController) => asker.abort()],
  ])("a place whose holder %s holds up nobody", async (_name, end) => {
    const queue = createApprovalQueue();
    const asker = new AbortController();
    const place = queue.join(asker.signal);
    const next = queue.ask(aSubject(), async () => ({ kind: "dismissed" }), never);
    end(place, asker);
    expect(await next).toEqual({ kind: "dismissed" });
  });

  test("whoever left and asks after all waits like a newcomer", async () => {
    const queue = createApprovalQueue();
    const { shown, show } = aScreen();
    const place = queue.join(never);
    const other = queue.ask(aSubject({ seal: seal(1) }), show, never);
    place.leave();
    const back = place.ask(aSubject({ seal: seal(2) }), show, never);
    await settled();
    expect(shown.map((each) => each.seal)).toEqual([seal(1)]);
    shown[0]?.decide({ kind: "dismissed" });
    await other;
    await settled();
    shown[1]?.decide({ kind: "dismissed" });
    expect(await back).toEqual({ kind: "dismissed" });
  });

  test("one that is postponed is shown again after everybody else, and nothing is decided", async () => {
    const queue = createApprovalQueue();
    const { shown, show } = aScreen();
    const postponing: ShowApproval = async (subject, turn) => {
      const decision = show(subject, turn);
      return shown.length === 1 ? { kind: "postponed" } : decision;
    };
    const one = queue.ask(aSubject({ seal: seal(1) }), postponing, never);
    const two = queue.ask(aSubject({ seal: seal(2) }), show, never);
    await settled();
    expect(shown.map((each) => each.seal)).toEqual([seal(1), seal(2)]);
    expect(shown[1]?.place()).toEqual({ n: 1, of: 2 });
    shown[1]?.decide(approved(seal(2)));
    expect((await two).kind).toBe("approved");
    await settled();
    expect(shown[2]?.place()).toEqual({ n: 2, of: 2 });
    shown[2]?.decide({ kind: "rejected", reason: "no" });
    expect(await one).toEqual({ kind: "rejected", reason: "no" });
    expect(queue.size).toBe(0);
  });

  test("an edited task keeps its place until its new plan is decided", async () => {
    const queue = createApprovalQueue();
    const { shown, show } = aScreen();
    const place = queue.join(never);
    const first = place.ask(aSubject({ seal: seal(1) }), show, never);
    const other = queue.ask(aSubject({ seal: seal(3) }), show, never);
    await settled();
    shown[0]?.decide({ kind: "edited", task: "again" });
    expect(await first).toEqual({ kind: "edited", task: "again" });
    await settled();
    expect(shown).toHaveLength(1);
    const second = place.ask(aSubject({ seal: seal(2) }), show, never);
    await settled();
    expect(shown.map((each) => each.seal)).toEqual([seal(1), seal(2)]);
    shown[1]?.decide(approved(seal(2)));
    expect((await second).kind).toBe("approved");
    await settled();
    shown[2]?.decide({ kind: "dismissed" });
    expect(await other).toEqual({ kind: "dismissed" });
  });
});
