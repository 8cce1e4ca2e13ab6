import { describe, expect, test } from "vitest";
import type { App } from "../src/app.ts";
import { createGrants, type GrantsView } from "../src/app-grants.ts";
import type { ApprovalDecision, ApprovalSubject, Approver } from "../src/approval/approver.ts";
import { approvalReceipt } from "../src/approval/receipt.ts";
import { builtInSettings } from "../src/config/delegation-settings.ts";
import type { Delegation, DelegationProgress, DelegationResult } from "../src/delegation.ts";
import { aSubject, sealA } from "./approval/a-subject.ts";

const clock = { now: () => 0 };
const never = new AbortController().signal;
const call: Delegation = { asker: "model", profile: "reviewer", task: "Look.", overrides: {}, sessionId: "s" };

interface Planned {
  readonly setup?: string | null;
  readonly lastYes?: string | null;
  readonly host?: string;
  /** What the run reports to have used. */
  readonly tokens?: number;
  /** What was approved is refused, for a drift. */
  readonly drifts?: boolean;
  /** Our own code fails in the middle of the run. */
  readonly breaks?: boolean;
}

function planned({ setup = "S", lastYes = "S", host = "ours" }: Planned): ApprovalSubject {
  const subject = aSubject({ host });
  const judged = {} as NonNullable<ApprovalSubject["setup"]>["judged"];
  const yes = { approvedAt: "2026-01-01T00:00:00.000Z", setup: lastYes, times: 1, host: "ours", judged };
  return { ...subject, setup: { judged, fingerprint: setup }, lastYes: lastYes === null ? null : yes };
}

/** A session whose runs are only decided and ended, and a person who answers each panel with the next of `answers`. */
function aSession(...answers: ("run" | "grant" | "reject")[]) {
  const shown: ApprovalSubject[] = [];
  const seen: GrantsView[] = [];
  const person: Approver = {
    async decide(subject) {
      shown.push(subject);
      const answer = answers.shift();
      if (answer === undefined || answer === "reject") return { kind: "rejected", reason: "no" };
      const receipt = approvalReceipt(subject.plan, { source: "person", clock, viewedFullPrompt: false });
      return { kind: "approved", receipt, ...(answer === "grant" ? { grants: true } : {}) };
    },
  };
  const grants = createGrants({
    project: "/p",
    settings: () => ({ ...builtInSettings, grantMaxRuns: { value: 2, source: "project" } }),
    now: () => new Date(0),
    onChange: (view) => seen.push(view),
  });
  const ask = async (plan: Planned = {}, delegation = call) => {
    let decided: ApprovalDecision | undefined;
    let reason: unknown;
    const inner = {
      async delegate(_delegation, signal, report, approver) {
        decided = await (approver ?? person).decide(planned(plan), signal);
        if (decided.kind !== "approved" || plan.drifts) return { result: { kind: "aborted" }, diagnostics: [] };
        report?.(running(plan.tokens));
        if (plan.breaks) throw new Error("broken");
        reason = signal.aborted ? signal.reason : undefined;
        return { result: ran(plan.tokens), diagnostics: [] };
      },
    } as Pick<App, "delegate"> as App;
    await grants.cover(inner, person).delegate(delegation, never);
    return { source: decided?.kind === "approved" ? decided.receipt.source : decided?.kind, reason, decided };
  };
  return { ask, shown, seen, grants };
}

function running(tokens = 10): DelegationProgress {
  return { phase: "running", event: { details: { tokens } } } as Partial<DelegationProgress> as DelegationProgress;
}

function ran(tokens = 10): DelegationResult {
  return { kind: "ran", response: { usage: { tokens: { total: tokens } } } } as DelegationResult;
}

describe("what the model asks for, under a grant", () => {
  test("runs without asking, with a receipt for its own plan that says so, as often as was granted", async () => {
    const { ask, shown, grants } = aSession("grant", "reject");
    expect((await ask()).decided).toMatchObject({
      receipt: { source: "person" },
      granted: { runs: 2, minutes: 60, tokens: 500_000 },
    });
    expect((await ask()).decided).toMatchObject({ receipt: { source: "grant", executionFingerprint: sealA } });
    expect((await ask()).source).toBe("grant");
    expect(grants.look().holding).toMatchObject([{ runs: 2, tokens: 20 }]);
    expect((await ask()).source).toBe("rejected");
    expect(shown).toHaveLength(2);
    expect(shown[1]?.diagnostics[0]?.code).toBe("grant.runs-used");
  });

  test("is offered one from the second identical setup on, with what it lets through", async () => {
    const { ask, shown } = aSession("run", "run", "run", "run");
    await ask({ lastYes: null });
    await ask({ lastYes: "T" });
    await ask({ setup: null, lastYes: null });
    await ask();
    expect(shown.map(({ grant }) => grant)).toEqual([
      undefined,
      undefined,
      undefined,
      { runs: 2, minutes: 60, tokens: 500_000 },
    ]);
    expect((await aSession("run").ask()).decided).not.toHaveProperty("granted");
  });

  test("is asked about when the setup or the host is another, and the grant is over", async () => {
    for (const change of [{ setup: "T" }, { setup: null }, { host: "foreign" }]) {
      const { ask, grants } = aSession("grant", "reject", "reject");
      await ask();
      expect((await ask(change)).source).toBe("rejected");
      expect((await ask()).source).toBe("rejected");
      expect(grants.look().holding).toEqual([]);
    }
  });

  test("gets no grant from an approval that a drift made void, and a drift costs none of its runs", async () => {
    const { ask, grants } = aSession("grant", "grant");
    await ask({ drifts: true });
    expect(grants.look().holding).toEqual([]);
    await ask();
    await ask({ drifts: true });
    expect(grants.look().holding).toMatchObject([{ runs: 0 }]);
  });

  test("is ended when the tokens of the grant are used up", async () => {
    const { ask, grants } = aSession("grant", "reject");
    await ask();
    expect(await ask({ tokens: 600_000 })).toMatchObject({
      source: "grant",
      reason: "the tokens of its grant are used up",
    });
    expect((await ask()).source).toBe("rejected");
    expect(grants.look().ended).toMatchObject([{ ended: "tokens-used" }]);
  });

  test("counts as its token limit when nobody can say what it used", async () => {
    const { ask, grants } = aSession("grant");
    await ask();
    await expect(ask({ breaks: true })).rejects.toThrow("broken");
    const limit = planned({}).plan.preflight.limits.tokenBudget?.value;
    expect(grants.look().holding).toMatchObject([{ runs: 1, tokens: limit }]);
  });

  test("is asked about again after the grant was revoked", async () => {
    const { ask, grants, seen } = aSession("grant", "reject");
    await ask();
    expect([grants.revoke(1), grants.revoke(1)]).toEqual([true, false]);
    expect(seen.at(-1)).toMatchObject({ holding: [], ended: [{ id: 1, ended: "revoked" }] });
    expect((await ask()).source).toBe("rejected");
  });
});

test("a grant never answers for a person", async () => {
  const { ask, shown } = aSession("grant", "run", "run");
  await ask();
  await ask({}, { ...call, asker: "person" });
  await ask({}, { ...call, asker: "terminal" });
  expect(shown).toHaveLength(3);
  expect(shown[1]?.grant).toBeUndefined();
});

test("another session, or another wish of the call, is asked about and leaves the grant alone", async () => {
  const { ask, shown, grants } = aSession("grant", "run", "run");
  await ask();
  await ask({}, { ...call, sessionId: "t" });
  await ask({}, { ...call, overrides: { timeoutMs: 1000 } });
  expect(shown).toHaveLength(3);
  expect(grants.look().holding).toMatchObject([{ runs: 0 }]);
});
