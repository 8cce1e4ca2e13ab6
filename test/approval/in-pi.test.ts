import { describe, expect, test } from "vitest";
import { createPiApprover } from "../../src/approval/in-pi.ts";
import { createApprovalQueue } from "../../src/approval/queue.ts";
import { showRunning } from "../../src/approval/running-view.ts";
import { askTrustInPi } from "../../src/approval/trust-question.ts";
import { aClock, aPi, aPiWithoutScreen, noDialogs, until } from "../ui/fake-pi.ts";
import { aSubject, sealA } from "./a-subject.ts";
import { key } from "./panel-driver.ts";

const never = new AbortController().signal;

async function anOpenPanel(signal = never) {
  const pi = aPi();
  const clock = aClock();
  const decision = createPiApprover({ ui: pi.ui, queue: createApprovalQueue(), dialogs: noDialogs, clock }).decide(
    aSubject(),
    signal,
  );
  await until(pi.isOpen);
  return { pi, clock, decision };
}

describe("asking in Pi", () => {
  test("approves the plan on screen with a receipt, and gives stray text to the editor", async () => {
    const { pi, clock, decision } = await anOpenPanel();
    expect(pi.screen().join("\n")).toContain("sends to api.anthropic.com");
    pi.press("h");
    pi.press("i");
    pi.press(key.approve);
    clock.advance(150);
    expect(pi.isOpen()).toBe(true);
    clock.advance(600);
    pi.press(key.approve);
    clock.advance(150);
    expect(await decision).toMatchObject({
      kind: "approved",
      receipt: { executionFingerprint: sealA, source: "person", expiresAt: "1970-01-01T00:10:00.000Z" },
    });
    expect(pi.pasted).toEqual(["hi"]);
    expect(clock.running()).toBe(0);
  });

  test("settles at once when the asker aborts", async () => {
    const asker = new AbortController();
    const { pi, decision } = await anOpenPanel(asker.signal);
    asker.abort();
    expect(await decision).toEqual({ kind: "aborted" });
    expect(pi.isOpen()).toBe(false);
  });

  test("without a screen dialogs ask instead", async () => {
    const dialogs = async () => ({ kind: "rejected" as const, reason: "no" });
    const approver = createPiApprover({ ui: aPiWithoutScreen(), queue: createApprovalQueue(), dialogs });
    expect(await approver.decide(aSubject(), never)).toEqual({ kind: "rejected", reason: "no" });
  });
});

test("trust takes the same deliberate key", async () => {
  const pi = aPi();
  const clock = aClock();
  const question = { path: "/p", files: [{ path: ".pi/forge/subagents.json", status: "new" as const }] };
  const answer = askTrustInPi(question, { ui: pi.ui, signal: never, clock });
  await until(pi.isOpen);
  pi.press("y");
  pi.press(key.enter);
  pi.press(key.approve);
  clock.advance(150);
  expect(pi.screen().join("\n")).toContain(".pi/forge/subagents.json");
  clock.advance(600);
  pi.press(key.approve);
  clock.advance(150);
  expect(await answer).toBe("trusted");
  expect(pi.pasted).toEqual(["y\n"]);
});

test("the running view keeps the keyboard until the end, and Esc cancels once", async () => {
  const pi = aPi();
  let end = () => {};
  const done = new Promise<void>((resolve) => {
    end = resolve;
  });
  let cancelled = 0;
  const shown = showRunning({
    ui: pi.ui,
    title: "reviewer",
    subscribe: (listener) => {
      listener({ phase: "running", startedAt: 0, turn: 4, tool: "grep \u001b[31m", limits: { maxTurns: 20 } });
      return () => {};
    },
    onCancel: () => {
      cancelled += 1;
    },
    done,
    clock: aClock(),
  });
  await until(pi.isOpen);
  expect(pi.screen()[0]).toContain("turn 4/20 · grep \\u{1b}[31m · Esc cancels");
  pi.press("later");
  pi.press(key.escape);
  pi.press(key.escape);
  expect(pi.isOpen()).toBe(true);
  end();
  await shown;
  expect({ cancelled, pasted: pi.pasted }).toEqual({ cancelled: 1, pasted: ["later"] });
});
