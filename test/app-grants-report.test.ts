import { describe, expect, test } from "vitest";
import type { GrantsView } from "../src/app-grants.ts";
import { createGrants } from "../src/app-grants.ts";
import { showGrants } from "../src/app-grants-in-pi.ts";
import { answerGrants, grantsStatus } from "../src/app-grants-report.ts";
import { builtInSettings } from "../src/config/delegation-settings.ts";
import type { GrantView } from "../src/config/grant.ts";
import { aClock } from "./ui/fake-pi.ts";

function aGrant(overrides: Partial<GrantView> = {}): GrantView {
  return {
    id: 1,
    subject: { project: "/p", sessionId: "s", asker: "model", profileId: "project:scout", wishes: "{}" },
    setup: `sha256:v1:${"7f3a91c02be4".padEnd(64, "a")}`,
    budget: { runs: 20, minutes: 60, tokens: 500_000 },
    runs: 4,
    tokens: 38_000,
    minutesLeft: 31,
    ended: null,
    ...overrides,
  };
}

/** Grants as a session holds them, without the runs that made them so. */
function theGrants(view: GrantsView) {
  const revoked: number[] = [];
  return { revoked, grants: { look: () => view, revoke: (id: number) => revoked.push(id) > 0 } };
}

describe("what is granted", () => {
  const two = { holding: [aGrant(), aGrant({ id: 2, runs: 0 })], ended: [aGrant({ id: 3, ended: "time-over" })] };

  test("is one short line while it holds", () => {
    expect(grantsStatus({ holding: [aGrant()], ended: [] })).toBe("grants: scout 4/20, 31 min left");
    expect(grantsStatus({ holding: [], ended: two.ended })).toBeUndefined();
  });

  test("is listed with what is left and what has ended, and why", () => {
    const { grants } = theGrants(two);
    const listed = answerGrants(grants, "", "pi");
    expect(listed.ok && listed.value).toContain(
      "1  project:scout  4 of 20 runs, 38k of 500k tokens, 31 min left  setup 7f3a91c02be4",
    );
    expect(listed.ok && listed.value).toContain("3  project:scout  after 4 runs: its time is over");
  });

  test("is revoked by the command of the door where it is listed", () => {
    const { grants } = theGrants(two);
    const told = (door: "pi" | "terminal") => answerGrants(grants, "", door);
    expect(told("pi")).toMatchObject({ value: expect.stringContaining("\n/forge-agent grants revoke") });
    expect(told("terminal")).toMatchObject({ value: expect.stringContaining("\nforge-agent grants revoke") });
  });

  test("is revoked by number, or all of it", () => {
    for (const [argument, ids] of [
      ["revoke 2", [2]],
      [" revoke  all ", [1, 2]],
    ] as const) {
      const { grants, revoked } = theGrants(two);
      expect(answerGrants(grants, argument, "pi").ok).toBe(true);
      expect(revoked).toEqual(ids);
    }
  });

  test.each([
    ["revoke", "command.grants"],
    ["revoke -1", "command.grants"],
    ["revoke 1 2", "command.grants"],
    ["forget 1", "command.grants"],
    ["revoke 3", "grant.unknown"],
  ])("is left alone by %s", (argument, code) => {
    const { grants, revoked } = theGrants(two);
    expect(answerGrants(grants, argument, "pi")).toMatchObject({ ok: false, diagnostics: [{ code }] });
    expect(revoked).toEqual([]);
  });

  test("is no matter of a terminal, which says where it is", () => {
    const grants = createGrants({ project: "/p", settings: () => builtInSettings, now: () => new Date(0) });
    const told = answerGrants(grants, "", "terminal");
    expect(told).toMatchObject({
      ok: true,
      value: expect.stringContaining("session of Pi: /forge-agent grants lists"),
    });
    expect(answerGrants(grants, "revoke all", "terminal")).toMatchObject({
      ok: false,
      diagnostics: [{ code: "grant.elsewhere" }],
    });
  });

  test("is nothing in a session where nobody gave any", () => {
    const grants = createGrants({ project: "/p", settings: () => builtInSettings, now: () => new Date(0) });
    expect(answerGrants(grants, "", "pi")).toMatchObject({ value: expect.stringContaining("Nothing is granted") });
    expect(answerGrants(grants, "revoke all", "pi")).toMatchObject({ value: "Nothing was granted." });
  });
});

describe("the line of Pi that says what is left", () => {
  function aPi() {
    let view: GrantsView = { holding: [], ended: [] };
    const [statuses, notes]: [(string | undefined)[], string[]] = [[], []];
    const clock = aClock();
    const ui = {
      setStatus: (_key: string, text: string | undefined) => void statuses.push(text),
      notify: (message: string) => void notes.push(message),
    };
    const shown = showGrants(ui, () => view, clock);
    const now = (next: GrantsView) => {
      view = next;
    };
    return { statuses, notes, clock, shown, now };
  }

  test("follows the time while something holds, and says once why it ended", () => {
    const { statuses, notes, clock, shown, now } = aPi();
    shown.update({ holding: [aGrant()], ended: [] });
    now({ holding: [aGrant({ minutesLeft: 30 })], ended: [] });
    clock.advance(15_000);
    now({ holding: [], ended: [aGrant({ ended: "time-over" })] });
    clock.advance(15_000);
    shown.update();
    expect(statuses).toEqual(["grants: scout 4/20, 31 min left", "grants: scout 4/20, 30 min left", undefined]);
    expect(notes).toEqual(["forge: the grant for project:scout ended: its time is over"]);
    expect(clock.running()).toBe(0);
  });

  test("is not touched after the session", () => {
    const { statuses, clock, shown } = aPi();
    shown.update({ holding: [aGrant()], ended: [] });
    shown.stop();
    shown.update({ holding: [], ended: [] });
    expect({ statuses: statuses.length, ticking: clock.running() }).toEqual({ statuses: 1, ticking: 0 });
  });
});
