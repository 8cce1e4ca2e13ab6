import { describe, expect, test } from "vitest";
import type { ApprovalDecision, ApprovalSubject } from "../../src/approval/approver.ts";
import { createPiApprover } from "../../src/approval/in-pi.ts";
import { createApprovalQueue } from "../../src/approval/queue.ts";
import { judgedSetup } from "../../src/contract/runtime/setup-fingerprint.ts";
import { aClock, aPi, noDialogs, until } from "../ui/fake-pi.ts";
import { aSubject } from "./a-subject.ts";
import { key } from "./panel-driver.ts";

const several = "\u0002";
const never = new AbortController().signal;
const sealOf = (number: number) => `sha256:v1:${String(number).repeat(64)}`;

/** Calls that wait, one setup each where it is not said that it was approved before. */
function waiting(number: number, setup: string, familiar = true): ApprovalSubject {
  const subject = aSubject({ seal: sealOf(number), task: `Task ${number}.` });
  const judged = judgedSetup(subject.plan);
  const lastYes = {
    approvedAt: new Date(0).toISOString(),
    setup: familiar ? setup : "?",
    times: 1,
    host: "ours",
    judged,
  };
  return { ...subject, setup: { judged, fingerprint: setup }, lastYes };
}

function aScreen() {
  const [pi, clock] = [aPi(), aClock()];
  const approver = createPiApprover({ ui: pi.ui, queue: createApprovalQueue(), dialogs: noDialogs, clock });
  const screen = () => pi.screen().join("\n");
  const ask = (subject: ApprovalSubject, signal = never) => approver.decide(subject, signal);
  /** Once this is on the screen and half a second has passed. */
  const press = async (wanted: string, bytes: string) => {
    await until(() => pi.isOpen() && screen().includes(wanted));
    clock.advance(600);
    pi.press(bytes);
    clock.advance(150);
  };
  return { pi, ask, press, screen };
}

function outcome(decision: ApprovalDecision) {
  return decision.kind === "approved" ? decision.receipt.executionFingerprint : decision.kind;
}

describe("several that wait", () => {
  test("are decided together where the setup is one, and the one of another setup alone", async () => {
    const { ask, press } = aScreen();
    const decisions = [waiting(1, "S"), waiting(2, "S"), waiting(3, "T"), waiting(4, "S")].map((each) => ask(each));
    await press("APPROVE 4 RUNS", several);
    await press("RUN AGAIN", key.escape);
    expect((await Promise.all(decisions)).map(outcome)).toEqual([sealOf(1), sealOf(2), "dismissed", sealOf(4)]);
  });

  test("are each decided by themselves, in any order", async () => {
    const { ask, press } = aScreen();
    const decisions = [1, 2, 3].map((number) => ask(waiting(number, "S")));
    await press("APPROVE 3 RUNS", "\u001b[B");
    await press("> ", key.approve);
    await press("APPROVE 2 RUNS", key.escape);
    await press("Task 3.", key.approve);
    expect((await Promise.all(decisions)).map(outcome)).toEqual(["dismissed", sealOf(2), sealOf(3)]);
  });

  test("run together only once one of an unknown setup was looked at in full", async () => {
    const { ask, press } = aScreen();
    const decisions = [1, 2].map((number) => ask(waiting(number, "N", false)));
    await press("NOT the setup of your last yes", several);
    await press("APPROVE A RUN", key.escape);
    await press("APPROVE 2 RUNS", several);
    expect((await Promise.all(decisions)).map(outcome)).toEqual([sealOf(1), sealOf(2)]);
  });

  test("go on waiting when the one on the screen is aborted, and when another one is", async () => {
    const { ask, press } = aScreen();
    const [first, third] = [new AbortController(), new AbortController()];
    const decisions = [
      ask(waiting(1, "S"), first.signal),
      ask(waiting(2, "S")),
      ask(waiting(3, "S"), third.signal),
      ask(waiting(4, "S")),
    ];
    await press("APPROVE 4 RUNS", "x");
    first.abort();
    await press("APPROVE 3 RUNS", "x");
    third.abort();
    await press("APPROVE 2 RUNS", several);
    expect((await Promise.all(decisions)).map(outcome)).toEqual(["aborted", sealOf(2), "aborted", sealOf(4)]);
  });

  test("are all settled when their asker aborts, whatever is open", async () => {
    const { pi, ask, press } = aScreen();
    const asker = new AbortController();
    const decisions = [1, 2, 3].map((number) => ask(waiting(number, "S"), asker.signal));
    await press("APPROVE 3 RUNS", key.enter);
    await until(() => pi.screen().join("\n").includes("APPROVE A RUN"));
    asker.abort();
    expect((await Promise.all(decisions)).map(outcome)).toEqual(["aborted", "aborted", "aborted"]);
    await until(() => !pi.isOpen());
  });

  test("one reason reaches each that was rejected with it", async () => {
    const { ask, press } = aScreen();
    const decisions = [waiting(1, "S"), waiting(2, "S"), waiting(3, "T")].map((each) => ask(each));
    await press("APPROVE 3 RUNS", "R");
    await press("REJECT 1-2 of 3", "1");
    await press("wrong scope█", key.enter);
    await press("Task 3.", key.approve);
    expect((await Promise.all(decisions)).slice(0, 2)).toEqual([
      { kind: "rejected", reason: "wrong scope" },
      { kind: "rejected", reason: "wrong scope" },
    ]);
    expect(outcome((await Promise.all(decisions))[2] ?? { kind: "dismissed" })).toBe(sealOf(3));
  });
});
