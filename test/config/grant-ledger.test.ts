import { describe, expect, test } from "vitest";
import { type Admission, createGrantLedger, type GrantLedger } from "../../src/config/grant-ledger.ts";
import { aRun, budget, minute, subject, terms } from "./a-grant-run.ts";

function aLedger() {
  const time = { now: 0 };
  const ledger = createGrantLedger(() => time.now);
  ledger.give(terms, budget);
  return { time, ledger };
}

function admitted(admission: Admission) {
  if (admission.kind !== "admitted") throw new Error(`Asked: ${admission.because?.code ?? "no grant"}`);
  return admission;
}
const because = (admission: Admission) => (admission.kind === "ask" ? (admission.because?.code ?? "none") : "admitted");
const ended = (ledger: GrantLedger) => ledger.ended().map((each) => each.ended);

describe("a grant", () => {
  test("lets the same setup through as often as it says, then ends", () => {
    const { ledger } = aLedger();
    expect(admitted(ledger.admit(aRun())).grant).toMatchObject({ id: 1, runs: 1, minutesLeft: 60, budget });
    admitted(ledger.admit(aRun()));
    admitted(ledger.admit(aRun()));
    expect(because(ledger.admit(aRun()))).toBe("grant.runs-used");
    expect({ holding: ledger.holding(), ended: ended(ledger) }).toEqual({ holding: [], ended: ["runs-used"] });
    expect(because(ledger.admit(aRun()))).toBe("none");
  });

  test("ends with its minutes, and with a clock that goes backwards", () => {
    const { ledger, time } = aLedger();
    time.now = 60 * minute - 1;
    expect(admitted(ledger.admit(aRun())).grant.minutesLeft).toBe(1);
    time.now = 60 * minute;
    expect(because(ledger.admit(aRun()))).toBe("grant.time-over");
    ledger.give(terms, budget);
    time.now -= 1;
    expect(because(ledger.admit(aRun()))).toBe("grant.time-over");
  });

  test("ends at another setup, also one without a fingerprint, and going back is asked again", () => {
    for (const setup of ["B", null]) {
      const { ledger } = aLedger();
      expect(because(ledger.admit(aRun({ setup })))).toBe("grant.setup-changed");
      expect(because(ledger.admit(aRun()))).toBe("none");
    }
  });

  test("ends, with every other, when another host compiles the prompt", () => {
    const { ledger } = aLedger();
    ledger.give({ ...terms, subject: { ...subject, profileId: "project:other" } }, budget);
    expect(because(ledger.admit(aRun({ host: "foreign" })))).toBe("grant.host-changed");
    expect(ended(ledger)).toEqual(["host-changed", "host-changed"]);
  });

  test.each([
    ["project", { project: "/q" }],
    ["session", { sessionId: "t" }],
    ["asker", { asker: "person" }],
    ["profile", { profileId: "global:scout" }],
    ["wish", { wishes: "p/m" }],
  ])("says nothing about another %s, and still holds", (_what, other) => {
    const { ledger } = aLedger();
    expect(because(ledger.admit(aRun({ subject: { ...subject, ...other } })))).toBe("none");
    admitted(ledger.admit(aRun()));
  });

  test("counts what runs under way may still use", () => {
    const { ledger } = aLedger();
    const first = admitted(ledger.admit(aRun({ tokenLimit: 600 })));
    expect(because(ledger.admit(aRun({ tokenLimit: 600 })))).toBe("grant.tokens-short");
    first.run.end(100);
    admitted(ledger.admit(aRun({ tokenLimit: 600 })));
  });

  test("tells a run when all of them together have used its tokens, and lets no other begin", () => {
    const { ledger } = aLedger();
    const [one, two] = [admitted(ledger.admit(aRun())).run, admitted(ledger.admit(aRun())).run];
    expect([one.spend(600), two.spend(399), two.spend(400)]).toEqual([false, false, true]);
    expect(because(ledger.admit(aRun()))).toBe("grant.tokens-used");
  });

  test("takes unknown usage for the run's limit, and without one it ends", () => {
    const { ledger } = aLedger();
    admitted(ledger.admit(aRun({ tokenLimit: 400 }))).run.end(null);
    expect(ledger.holding()[0]?.tokens).toBe(400);
    admitted(ledger.admit(aRun())).run.end(null);
    expect(ended(ledger)).toEqual(["usage-unknown"]);
  });

  test("gets back a run that never started, once", () => {
    const { ledger } = aLedger();
    const { run } = admitted(ledger.admit(aRun()));
    run.withdraw();
    run.withdraw();
    run.end(999);
    expect(ledger.holding()[0]).toMatchObject({ runs: 0, tokens: 0 });
  });

  test("is no wider than what the settings allow by now", () => {
    const { ledger } = aLedger();
    const most = { ...budget, runs: 1 };
    admitted(ledger.admit(aRun({ most })));
    expect(because(ledger.admit(aRun({ most })))).toBe("grant.runs-used");
  });

  test("is replaced by a newer one and revoked by its number", () => {
    const { ledger } = aLedger();
    expect(ledger.give(terms, budget).id).toBe(2);
    expect([ledger.revoke(1), ledger.revoke(2), ledger.revoke(2)]).toEqual([false, true, false]);
    expect(ended(ledger)).toEqual(["replaced", "revoked"]);
    expect(because(ledger.admit(aRun()))).toBe("none");
  });
});
