import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { ApprovalSubject } from "../../src/approval/approver.ts";
import { listLines } from "../../src/approval/list.ts";
import { numbersInWords, setupKey } from "../../src/approval/list-group.ts";
import { type ListState, listState, updateList } from "../../src/approval/list-state.ts";
import { panelContent } from "../../src/approval/panel-content.ts";
import { judgedSetup } from "../../src/contract/runtime/setup-fingerprint.ts";
import { displayWidth } from "../../src/text/measure.ts";
import { decodeKeys } from "../../src/ui/keys.ts";
import { lineText } from "../../src/ui/line.ts";
import { aSubject } from "./a-subject.ts";
import { key, type Press, size80 } from "./panel-driver.ts";

const several = "\u0002";
const grantKey = "\u0007";
const down = "\u001b[B";

interface Waiting {
  readonly setup?: string | null;
  /** Of this person's last yes. */
  readonly lastYes?: string;
  readonly host?: string;
}

let seals = 0;
function waiting({ setup = "S", lastYes = "S", host = "ours" }: Waiting = {}): ApprovalSubject {
  seals += 1;
  const subject = aSubject({ seal: `sha256:v1:${String(seals).padStart(64, "0")}`, task: `Task ${seals}.`, host });
  const judged = judgedSetup(subject.plan);
  const yes = { approvedAt: "2026-11-30T09:14:00.000Z", setup: lastYes, times: 1, host: "ours", judged };
  return { ...subject, setup: { judged, fingerprint: setup }, lastYes: yes };
}

function aList(subjects: readonly ApprovalSubject[], size = size80, lookedAt: readonly string[] = []): ListState {
  const [first, ...others] = subjects;
  if (!first) throw new Error("Nobody waits.");
  const keys = new Set(lookedAt);
  return listState({ waiting: [first, ...others], lookedAt: keys, contentOf: panelContent, size, at: 0 });
}

function pressed(state: ListState, ...presses: readonly Press[]): ListState {
  let next = state;
  for (const [bytes, at] of presses) {
    const keys = decodeKeys(bytes);
    for (const each of keys)
      next = updateList(next, { type: "key", key: each, at, idleAt: at, burst: keys.length > 1 });
  }
  return next;
}

/** One press a second. */
const deliberately = (state: ListState, ...keys: readonly string[]) =>
  pressed(state, ...keys.map((bytes, index): Press => [bytes, (index + 1) * 1000]));

function decided({ outcome }: ListState) {
  if (outcome?.kind !== "decided") return outcome?.kind ?? null;
  return { kind: outcome.decision.kind, seals: outcome.subjects.map(({ plan }) => plan.executionFingerprint) };
}
const of = (kind: string, ...subjects: readonly ApprovalSubject[]) => ({
  kind,
  seals: subjects.map(({ plan }) => plan.executionFingerprint),
});
const screenOf = (state: ListState) => listLines(state).map(lineText).join("\n");

describe("the list of all that wait", () => {
  const [one, two, three] = [waiting(), waiting(), waiting()] as const;
  const other = waiting({ setup: "T", lastYes: "T" });
  const all = [one, two, three, other];

  test("says once what is the same, shows every task's first line, and marks what differs", () => {
    const screen = screenOf(aList(all, { columns: 100, rows: 12 }));
    expect(screen).toContain("APPROVE 4 RUNS");
    expect(screen).toContain("Same for 1-3  project:reviewer · anthropic/claude-sonnet-4-5 → api.anthropic.com");
    expect(screen.split("project:reviewer · ")).toHaveLength(2);
    for (const { task } of [one, two, three]) expect(screen).toContain(`▏${task}`);
    expect(screen).toMatch(/! 4 {2}DIFFERS setup/);
  });

  test("says of each what is attached, which is no part of the setup", () => {
    const with1 = { ...waiting(), attached: [{ source: "a\u202eb.ts", bytes: 1200 }] };
    const with2 = { ...waiting(), attached: [...with1.attached, { source: "x".repeat(99), bytes: 300 }] };
    const rows = screenOf(aList([waiting(), with1, with2])).split("\n");
    expect(rows.filter((row) => row.includes("attached"))).toEqual([
      expect.stringContaining("attached a\\u{202e}b.ts (1.2 KB)"),
      expect.stringContaining("attached 2 sources (1.5 KB)"),
    ]);
  });

  test("Ctrl+Y decides the selected one and no other, and so do r and Esc", () => {
    expect(decided(deliberately(aList(all), key.approve))).toEqual(of("approved", one));
    expect(decided(deliberately(aList(all), down, key.approve))).toEqual(of("approved", two));
    expect(decided(deliberately(aList(all), down, down, down, key.approve))).toEqual(of("approved", other));
    expect(decided(deliberately(aList(all), down, "r", "2", key.enter))).toEqual(of("rejected", two));
    expect(decided(deliberately(aList(all), key.escape))).toEqual(of("dismissed", one));
  });

  test("Ctrl+G decides the selected one and grants its setup, where that is offered", () => {
    const grant = { runs: 20, minutes: 60, tokens: 500_000 };
    const [first, second] = [one, two].map((each): ApprovalSubject => ({ ...each, grant }));
    if (!first || !second) throw new Error("There are two.");
    const list = aList([first, second, other]);
    expect(screenOf(list)).toContain("Ctrl+G + allow 20 runs / 1 h / 500k tok");
    const granted = deliberately(list, grantKey);
    expect(decided(granted)).toEqual(of("approved", first));
    expect(granted.outcome).toMatchObject({ grants: true });
    expect(deliberately(list, key.approve).outcome).toMatchObject({ grants: false });
    expect(deliberately(list, several).outcome).toMatchObject({ grants: false });
    expect(pressed(list, [grantKey, 400]).outcome).toBeNull();
    expect(deliberately(list, down, down, grantKey).outcome).toBeNull();
    expect(screenOf(deliberately(list, down, down))).not.toContain("Ctrl+G");
  });

  test("Ctrl+B and R decide all of one setup, whatever is selected", () => {
    for (const before of [[], [down, down, down]]) {
      expect(decided(deliberately(aList(all), ...before, several))).toEqual(of("approved", one, two, three));
      expect(decided(deliberately(aList(all), ...before, "R", "1", key.enter))).toEqual(
        of("rejected", one, two, three),
      );
    }
  });

  test("without two of one setup there is nothing to decide together", () => {
    const apart = [waiting({ setup: "A", lastYes: "A" }), waiting({ setup: null }), waiting({ setup: null })];
    const list = aList(apart);
    expect(deliberately(list, several).outcome).toBeNull();
    expect(decided(deliberately(list, "R", "1", key.enter))).toEqual(of("rejected", apart[0] ?? one));
  });

  test("a setup that is not known is opened first, and runs from the list once it was looked at", () => {
    const fresh = [waiting({ setup: "N" }), waiting({ setup: "N" })];
    for (const press of [key.approve, several]) {
      expect(deliberately(aList(fresh), press).outcome).toMatchObject({ kind: "open", subject: fresh[0] });
    }
    const looked = aList(fresh, size80, [setupKey(fresh[0] ?? one) ?? ""]);
    expect(decided(deliberately(looked, several))).toEqual(of("approved", ...fresh));
    expect(screenOf(aList(fresh))).toContain("NOT the setup of your last yes");
  });

  test("what has no setup fingerprint is decided alone in its panel, also when it was looked at", () => {
    const unnamed = [waiting({ setup: null }), waiting({ setup: null })];
    expect(setupKey(unnamed[0] ?? one)).toBeNull();
    expect(deliberately(aList(unnamed), key.approve).outcome).toMatchObject({ kind: "open" });
  });

  test("several run together only after each row was on screen", () => {
    const low = { columns: 80, rows: 8 };
    const many = Array.from({ length: 6 }, () => waiting());
    expect(deliberately(aList(many, low), several).outcome).toBeNull();
    expect(decided(deliberately(aList(many, low), ...many.map(() => down), several))).toEqual(of("approved", ...many));
  });

  test.each([
    ["before half a second has passed", [[several, 400]]],
    [
      "right after another key",
      [
        ["x", 900],
        [several, 1000],
      ],
    ],
    ["in a burst", [[`x${several}`, 1000]]],
    ["as a key repeat", [["\u001b[98;5:2u", 1000]]],
    ["after ten minutes", [[several, 600_000]]],
  ] as const)("nothing is approved %s", (_when, presses) => {
    expect(pressed(aList(all), ...presses).outcome).toBeNull();
    const one = presses.map(([bytes, at]) => [bytes.replace(several, key.approve).replace("98;", "121;"), at] as const);
    expect(pressed(aList(all), ...one).outcome).toBeNull();
  });

  test("when one joins or leaves, the selection keeps its plan and the keys are armed anew", () => {
    const late = waiting();
    const selected = deliberately(aList(all), down, down);
    const joined = updateList(selected, { type: "waiting", waiting: [two, three, other, late], at: 5000 });
    expect(joined.selected).toBe(three);
    expect(pressed(joined, [key.approve, 5400]).outcome).toBeNull();
    expect(decided(pressed(joined, [key.approve, 5600]))).toEqual(of("approved", three));
    const left = updateList(selected, { type: "waiting", waiting: [one, two, other], at: 5000 });
    expect(left.selected).toBe(other);
    expect(updateList(selected, { type: "waiting", waiting: [one], at: 5000 }).outcome).toEqual({ kind: "over" });
  });

  test("a reason is for those that were there when it was begun", () => {
    const writing = deliberately(aList(all), "R");
    const joined = updateList(writing, { type: "waiting", waiting: [one, three, other, waiting()], at: 5000 });
    expect(decided(pressed(joined, ["1", 6000], [key.enter, 7000]))).toEqual(of("rejected", one, three));
  });

  test("says how much was typed, and which keys run", () => {
    const typed = screenOf(deliberately(aList(all), "hello"));
    expect(typed).toContain("5 typed keys are kept for chat · Backspace takes back");
    expect(screenOf(updateList(aList(all), { type: "tick", at: 600 }))).toContain("ready: press Ctrl+Y/B");
  });

  test("text is kept, and Enter after it opens nothing", () => {
    const typed = pressed(aList(all), ["2 eggs", 1000], [key.enter, 2000]);
    expect(typed).toMatchObject({ outcome: null, panel: { typed: "2 eggs\n" } });
    expect(deliberately(aList(all), key.enter).outcome).toEqual({ kind: "open", subject: one });
    const prose = pressed(aList(all), ["R", 1000], ["emember", 1100]);
    expect(prose.panel).toMatchObject({ mode: "reading", typed: "Remember" });
  });

  test("every frame has exactly the size there is", () => {
    const sizes = fc.record({ columns: fc.integer({ min: 1, max: 200 }), rows: fc.integer({ min: 1, max: 40 }) });
    const keys = fc.array(fc.constantFrom(down, "r", "1", key.escape), { maxLength: 4 });
    fc.assert(
      fc.property(sizes, keys, (size, presses) => {
        const lines = listLines(deliberately(aList(all, size), ...presses));
        expect(lines).toHaveLength(size.rows);
        for (const each of lines) expect(displayWidth(lineText(each))).toBe(size.columns);
      }),
      { numRuns: 200 },
    );
  });
});

test("under any keys, a decision for several is only ever for plans of one setup that were all on screen", () => {
  const press = fc.tuple(fc.constantFrom(several, key.approve, down, "R", "r", "1", key.enter, "x"), fc.nat(1500));
  const plans = fc.array(fc.constantFrom("A", "B", "N", null), { minLength: 2, maxLength: 6 });
  fc.assert(
    fc.property(plans, fc.array(press, { maxLength: 12 }), fc.integer({ min: 4, max: 24 }), (setups, presses, rows) => {
      const subjects = setups.map((setup) => waiting({ setup, lastYes: setup ?? "" }));
      let [list, at] = [aList(subjects, { columns: 80, rows }), 0];
      for (const [bytes, pause] of presses) {
        at += pause;
        list = pressed(list, [bytes, at]);
      }
      if (list.outcome?.kind !== "decided" || list.outcome.subjects.length < 2) return;
      expect(new Set(list.outcome.subjects.map(setupKey)).size).toBe(1);
      if (list.outcome.decision.kind !== "approved") return;
      for (const each of list.outcome.subjects) expect(list.seen.has(each)).toBe(true);
    }),
    { numRuns: 500 },
  );
});

test.each([
  [[], ""],
  [[1], "1"],
  [[1, 2, 3], "1-3"],
  [[1, 3, 4], "1,3-4"],
])("numbers in words: %j", (numbers, words) => {
  expect(numbersInWords(numbers)).toBe(words);
});
