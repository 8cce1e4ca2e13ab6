import { describe, expect, test } from "vitest";
import { delegationPolicy } from "../../src/config/delegation-policy.ts";
import { createSessionAuthority } from "../../src/config/session-authority.ts";
import { load } from "./project.ts";

const settings = (project: unknown) => load({ project }).settings;
const enabledA = { profiles: { a: { enabled: true } } };

describe("what narrows applies at once", () => {
  test("a profile that is turned off, a limit that is lowered or set", () => {
    const session = createSessionAuthority(settings({ ...enabledA, timeoutMs: 9000 }));
    const { effective, widenings } = session.reconcile(settings({ timeoutMs: 5000, maxTurns: 3 }));
    expect(widenings).toEqual([]);
    expect(delegationPolicy(effective, "a").enabled).toBe(false);
    expect([effective.timeoutMs.value, effective.maxTurns.value]).toEqual([5000, 3]);
  });

  test("what neither narrows nor widens", () => {
    const { effective, widenings } = createSessionAuthority(settings({})).reconcile(settings({ backend: "x" }));
    expect([effective.backend.value, widenings]).toEqual(["x", []]);
  });
});

describe("what widens waits", () => {
  test.each<[string, unknown, unknown, string]>([
    ["a profile", {}, enabledA, "profiles.project:a"],
    ["a longer time", { timeoutMs: 5000 }, { timeoutMs: 6000 }, "timeoutMs"],
    ["a longer silence", {}, { idleTimeoutMs: 600_000 }, "idleTimeoutMs"],
    ["more turns", { maxTurns: 3 }, { maxTurns: 4 }, "maxTurns"],
    ["no limit of turns", { maxTurns: 3 }, {}, "maxTurns"],
    ["more tokens", { tokenBudget: 3 }, { tokenBudget: 4 }, "tokenBudget"],
    ["a longer answer", { maxOutputBytes: 3 }, {}, "maxOutputBytes"],
    ["more context", {}, { contextMaxBytes: 100_000 }, "contextMaxBytes"],
    ["a longer result", {}, { resultMaxChars: 100_000 }, "resultMaxChars"],
    ["a path", { allowPaths: ["a"] }, { allowPaths: ["a", "b"] }, "allowPaths"],
    ["unattended runs", {}, { allowAgentInvocationWithoutApproval: true }, "allowAgentInvocationWithoutApproval"],
    ["more unattended runs", {}, { unattendedMaxRuns: 50 }, "unattendedMaxRuns"],
    ["more unattended tokens", {}, { unattendedTokenBudget: 5_000_000 }, "unattendedTokenBudget"],
    ["more runs of a grant", {}, { grantMaxRuns: 50 }, "grantMaxRuns"],
    ["more minutes of a grant", {}, { grantMinutes: 90 }, "grantMinutes"],
    ["more tokens of a grant", {}, { grantTokenBudget: 5_000_000 }, "grantTokenBudget"],
    [
      "a profile's own time",
      { profiles: { a: { enabled: true, timeoutMs: 2000 } } },
      { profiles: { a: { enabled: true, timeoutMs: 3000 } } },
      "profiles.project:a.timeoutMs",
    ],
    [
      "a profile's own time that is taken away",
      { profiles: { a: { enabled: true, timeoutMs: 2000 } } },
      enabledA,
      "profiles.project:a.timeoutMs",
    ],
  ])("%s", (_what, before, after, path) => {
    const session = createSessionAuthority(settings(before));
    const wider = settings(after);
    const held = session.reconcile(wider);
    expect(held.widenings.map((each) => each.path)).toEqual([path]);
    expect(session.reconcile(held.effective).widenings).toEqual([]);
    session.reconcile(wider);
    const accepted = session.accept(held.widenings);
    expect(accepted.widenings).toEqual([]);
    expect(session.reconcile(wider).widenings).toEqual([]);
  });

  test("and is named with the change, the file and the line", () => {
    const session = createSessionAuthority(settings({ timeoutMs: 5000 }));
    const [widening] = session.reconcile(settings({ timeoutMs: 6000 })).widenings;
    expect(widening).toMatchObject({ from: 5000, to: 6000, line: 2 });
    expect(widening?.file).toContain("subagents.json");
  });

  test("and stays off until the yes", () => {
    const session = createSessionAuthority(settings({}));
    const { effective, widenings } = session.reconcile(settings(enabledA));
    expect(delegationPolicy(effective, "a").enabled).toBe(false);
    expect(delegationPolicy(session.accept(widenings).effective, "a").enabled).toBe(true);
  });

  test("a yes to one thing is no yes to another, nor to what the file says by now", () => {
    const session = createSessionAuthority(settings({ timeoutMs: 5000 }));
    const { widenings } = session.reconcile(settings({ ...enabledA, timeoutMs: 6000 }));
    const time = widenings.filter(({ path }) => path === "timeoutMs");
    expect(session.accept(time).widenings.map(({ path }) => path)).toEqual(["profiles.project:a"]);

    session.reconcile(settings({ profiles: { a: { enabled: true, timeoutMs: 3_600_000 } }, timeoutMs: 6000 }));
    const profile = widenings.filter(({ path }) => path === "profiles.project:a");
    expect(delegationPolicy(session.accept(profile).effective, "a").enabled).toBe(false);
  });

  test("what was narrowed in between is asked for again", () => {
    const session = createSessionAuthority(settings(enabledA));
    session.reconcile(settings({}));
    expect(session.reconcile(settings(enabledA)).widenings).toHaveLength(1);
  });
});
