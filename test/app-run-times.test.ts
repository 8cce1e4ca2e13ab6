import { expect, test } from "vitest";
import { watchTimes } from "../src/app-run-times.ts";
import type { DelegationProgress, DelegationResult } from "../src/delegation.ts";

/** Each reading of the clock is a second later than the one before. */
function aClock() {
  let seconds = 0;
  return () => new Date(1_000 * seconds++);
}

const at = (second: number) => new Date(1_000 * second).toISOString();
const waiting = (shownAt?: Date) =>
  ({ phase: "awaiting-approval", ...(shownAt && { shownAt }) }) as unknown as DelegationProgress;
const running = (event?: object) =>
  ({ phase: "running", startedAt: new Date(30_000), event }) as unknown as DelegationProgress;
const ran = { kind: "ran", approval: { approvedAt: at(29) } } as unknown as DelegationResult;

test("every step has its own time, and the first time counts", () => {
  const times = watchTimes(aClock());
  for (const second of [10, 20]) times.watch(waiting(new Date(1_000 * second)));
  times.watch(running());
  for (const requests of [0, 1, 2]) times.watch(running({ timestamp: at(40 + requests), details: { requests } }));
  expect(times.ended(ran)).toEqual({
    asked: at(0),
    shown: at(10),
    decided: at(29),
    started: at(30),
    firstRequest: at(41),
    ended: at(1),
  });
});

test("what was not reached has no time", () => {
  const times = watchTimes(aClock());
  times.watch(waiting());
  expect(times.ended({ kind: "aborted" })).toEqual({ asked: at(0), ended: at(1) });
});

test("a rejection is decided when it ends", () => {
  const rejected = { kind: "rejected", reason: "no" } as unknown as DelegationResult;
  expect(watchTimes(aClock()).ended(rejected)).toMatchObject({ decided: at(1) });
});
