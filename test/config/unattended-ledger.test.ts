import { describe, expect, test } from "vitest";
import { createUnattendedLedger, type UnattendedRun } from "../../src/config/unattended-ledger.ts";

function aRun(overrides: Partial<UnattendedRun> = {}): UnattendedRun {
  return {
    policy: { allowed: true, maxRuns: 2, tokenBudget: 100 },
    profileId: "project:a",
    setup: "sha256:v1:1",
    ...overrides,
  };
}
const refused = (code: string) => ({ ok: false, diagnostics: [{ code }] });

describe("createUnattendedLedger", () => {
  test("admits as many runs as the cap says", () => {
    const ledger = createUnattendedLedger();
    expect(ledger.admit(aRun())).toMatchObject({ ok: true, value: { remainingTokens: 100 } });
    expect(ledger.admit(aRun({ profileId: "project:b" }))).toMatchObject({ ok: true });
    expect(ledger.admit(aRun())).toMatchObject(refused("unattended.runs-used"));
  });

  test("counts tokens of all runs together", () => {
    const ledger = createUnattendedLedger();
    ledger.admit(aRun());
    ledger.spend(60);
    expect(ledger.admit(aRun())).toMatchObject({ ok: true, value: { remainingTokens: 40 } });
    ledger.spend(60);
    const policy = { allowed: true, maxRuns: 9, tokenBudget: 100 };
    expect(ledger.admit(aRun({ policy }))).toMatchObject(refused("unattended.tokens-used"));
  });

  test("admits no other setup than the first, until a person agreed to it", () => {
    const ledger = createUnattendedLedger();
    ledger.admit(aRun());
    const changed = aRun({ setup: "sha256:v1:2" });
    expect(ledger.admit(changed)).toMatchObject(refused("unattended.drift"));
    ledger.agreed("project:a", "sha256:v1:2");
    expect(ledger.admit(changed)).toMatchObject({ ok: true });
  });

  test("admits nothing that is not allowed or has no setup", () => {
    const ledger = createUnattendedLedger();
    const policy = { allowed: false, maxRuns: 2, tokenBudget: 100 };
    expect(ledger.admit(aRun({ policy }))).toMatchObject(refused("unattended.not-allowed"));
    expect(ledger.admit(aRun({ setup: null }))).toMatchObject(refused("unattended.no-setup"));
  });
});
