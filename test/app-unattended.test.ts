import { describe, expect, test } from "vitest";
import { termsOfModelCall, watchUnattended } from "../src/app-unattended.ts";
import { delegationPolicy } from "../src/config/delegation-policy.ts";
import { builtInSettings } from "../src/config/delegation-settings.ts";
import { createUnattendedLedger } from "../src/config/unattended-ledger.ts";
import type { Delegation } from "../src/delegation.ts";
import { aPlan } from "./approval/a-subject.ts";

const backend = "pi-subprocess-readonly";
const settings = (allowed: boolean, source: "project" | "global" = "project") => ({
  ...builtInSettings,
  allowAgentInvocationWithoutApproval: { value: allowed, source },
});
const delegation = (overrides: Delegation["overrides"] = {}): Delegation => ({
  asker: "model",
  profile: "project:reviewer",
  task: "Look.",
  overrides,
});
const call = (allowed: boolean, canAsk: boolean) => ({
  policy: delegationPolicy(settings(allowed), "project:reviewer"),
  backendIds: [backend, "pi-rpc-readonly"],
  canAsk,
});
const codes = (outcome: { diagnostics: readonly { code: string }[] }) => outcome.diagnostics.map(({ code }) => code);

describe("what a call of the model may", () => {
  test.each([
    ["asks a person", {}, call(false, true), false],
    ["goes unasked where the project says so, screen or not", {}, call(true, true), true],
    ["goes unasked without a screen", {}, call(true, false), true],
    ["may name the backend that is configured", { backend }, call(true, false), true],
    [
      "may name model and backend when a person is asked",
      { backend: "pi-rpc-readonly", model: { provider: "p", id: "m" } },
      call(false, true),
      false,
    ],
  ] as const)("%s", (_name, overrides, given, unattended) => {
    expect(termsOfModelCall(delegation(overrides), given)).toMatchObject({ ok: true, value: unattended });
  });

  test.each([
    ["a model where nobody is asked", { model: { provider: "p", id: "m" } }, call(true, true), "unattended.override"],
    ["another backend where nobody is asked", { backend: "pi-rpc-readonly" }, call(true, true), "unattended.override"],
    ["a backend that does not exist", { backend: "nowhere" }, call(false, false), "backend.missing"],
    ["anything when nobody can be asked", {}, call(false, false), "approval.no-ui"],
  ] as const)("refuses %s", (_name, overrides, given, code) => {
    expect(codes(termsOfModelCall(delegation(overrides), given))).toEqual([code]);
  });

  test("a global file never allows it", () => {
    const policy = delegationPolicy(settings(true, "global"), "project:reviewer");
    expect(codes(termsOfModelCall(delegation(), { ...call(true, false), policy }))).toEqual(["approval.no-ui"]);
  });
});

describe("a run that nobody is asked about", () => {
  const policy = (profileId: string) => delegationPolicy(settings(true), profileId).unattended;
  const never = new AbortController().signal;
  const run = (setup: string | null) => ({ profileId: "project:reviewer", plan: aPlan(), setup });
  const watched = (ledger = createUnattendedLedger(), canAsk = false) =>
    watchUnattended({ ledger, policy, canAsk, now: () => new Date(0) }, never);

  test("gets a receipt for its plan that says by whose leave", () => {
    expect(watched().decide(run("a"))).toMatchObject({
      kind: "approved",
      receipt: { executionFingerprint: aPlan().executionFingerprint, source: "project-config" },
    });
  });

  test("is handed to a person after a drift, and refused where there is none", () => {
    const ledger = createUnattendedLedger();
    watched(ledger).decide(run("a"));
    expect(watched(ledger, true).decide(run("b"))).toMatchObject({
      kind: "ask",
      diagnostics: [{ code: "unattended.drift" }],
    });
    expect(watched(ledger).decide(run("b"))).toMatchObject({ kind: "unavailable" });
    ledger.agreed("project:reviewer", "b");
    expect(watched(ledger).decide(run("b"))).toMatchObject({ kind: "approved" });
  });

  test("is never admitted without a setup that can be compared", () => {
    expect(watched().decide(run(null))).toMatchObject({ diagnostics: [{ code: "unattended.no-setup" }] });
  });

  test("is ended when the session's tokens are used up, by it or by another", () => {
    const ledger = createUnattendedLedger();
    const [first, second] = [watched(ledger), watched(ledger)];
    first.decide(run("a"));
    second.decide(run("a"));
    first.watch(progress(499_999));
    second.watch(progress(10));
    expect([first.signal.aborted, second.signal.aborted]).toEqual([false, true]);
    expect(second.signal.reason).toMatch(/tokens/);
    expect(watched(ledger).decide(run("a"))).toMatchObject({ diagnostics: [{ code: "unattended.tokens-used" }] });
  });

  test("tokens of a run that a person approved are not counted", () => {
    const ledger = createUnattendedLedger();
    const asked = watched(ledger);
    asked.watch(progress(1_000_000));
    expect(asked.signal.aborted).toBe(false);
    expect(ledger.tokensLeft(policy("project:reviewer"))).toBe(500_000);
  });
});

function progress(tokens: number) {
  const event = {
    runId: "run",
    sequence: 1,
    timestamp: "",
    phase: "message",
    message: "",
    details: { tokens },
  } as const;
  return { phase: "running", startedAt: new Date(0), plan: {} as never, event } as const;
}
