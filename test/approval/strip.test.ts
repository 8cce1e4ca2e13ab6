import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type ApprovalState, updateApproval } from "../../src/approval/approval-state.ts";
import { approvalView, decisionOf } from "../../src/approval/approval-view.ts";
import type { ApprovalSubject } from "../../src/approval/approver.ts";
import { stripContent, stripHeight, stripLines } from "../../src/approval/strip.ts";
import { judgedSetup } from "../../src/contract/runtime/setup-fingerprint.ts";
import { displayWidth } from "../../src/text/measure.ts";
import { decodeKeys } from "../../src/ui/keys.ts";
import { lineText } from "../../src/ui/line.ts";
import { aSubject, sealA } from "./a-subject.ts";
import { key, type Press, size80 } from "./panel-driver.ts";

const grantKey = "\u0007";
const grant = { runs: 20, minutes: 60, tokens: 500_000 };
const clock = { now: () => 0 };

function familiar(overrides: Partial<ApprovalSubject> = {}): ApprovalSubject {
  const subject = aSubject();
  const judged = judgedSetup(subject.plan);
  const lastYes = { approvedAt: new Date(0).toISOString(), setup: "S", times: 1, host: "ours", judged };
  return { ...subject, setup: { judged, fingerprint: "S" }, lastYes, grant, ...overrides };
}

function shown(subject: ApprovalSubject, { fromList = false, of = 1 } = {}): ApprovalState {
  const turn = { place: () => ({ n: 1, of }), onPlace: () => () => {} };
  return approvalView(subject, turn, { fromList }).start(size80, 0);
}

function pressed(state: ApprovalState, ...presses: readonly Press[]): ApprovalState {
  let next = state;
  for (const [bytes, at] of presses) {
    const keys = decodeKeys(bytes);
    for (const each of keys)
      next = updateApproval(next, { type: "key", key: each, at, idleAt: at, burst: keys.length > 1 });
  }
  return next;
}
const decisionAfter = (subject: ApprovalSubject, ...presses: readonly Press[]) =>
  decisionOf(subject, pressed(shown(subject), ...presses), clock);

describe("a strip", () => {
  test("stands for a setup of the last yes and for nothing else", () => {
    const { setup } = familiar();
    if (!setup) throw new Error("A familiar setup has one.");
    expect(shown(familiar()).strip).toBe(true);
    for (const other of [
      familiar({ lastYes: null }),
      familiar({ setup: { ...setup, fingerprint: "T" } }),
      familiar({ setup: { ...setup, fingerprint: null } }),
      familiar({ host: "foreign" }),
      familiar({ enables: { file: "f" } }),
      familiar({ edited: true }),
    ]) {
      expect(shown(other).strip).toBe(false);
    }
  });

  test("says in six rows what runs where at what cost, and since when it is unchanged", () => {
    const content = stripContent(familiar({ task: "Look at it.\nAll of it." }), 0);
    expect(stripHeight(content)).toBe(6);
    const state = shown(familiar()).panel;
    const screen = stripLines({ ...state, size: { columns: 80, rows: 6 }, now: 1000 }, content).map(lineText);
    expect(screen[0]).toMatch(/RUN AGAIN ─ setup unchanged since today 00:00 ─+ asked by: parent model/);
    expect(screen[1]).toContain("project:reviewer → api.anthropic.com · anthropic/claude-sonnet-4-5");
    expect(screen[2]).toContain("Enter shows all 2 lines, 22 B ▏Look at it.");
    expect(screen[3]).toContain("at most");
    expect(screen[4]).toContain("Ctrl+Y run once   Ctrl+G + allow 20 runs / 1 h / 500k tok");
    expect(screen[5]).toMatch(/ready: press Ctrl\+Y\/G ─+ r reject {2}e edit {2}Esc not now/);
  });

  test("says how to see a task that it does not show whole", () => {
    const row = (task: string, columns: number) => {
      const state = { ...shown(familiar({ task })).panel, size: { columns, rows: 6 }, now: 1000 };
      return lineText(stripLines(state, stripContent(familiar({ task }), 0))[2] ?? []);
    };
    expect(row("Look at it.", 80)).toMatch(/^│ 1 line, 11 B ▏Look at it\. +│$/);
    expect(row("x".repeat(90), 80)).toContain("│ Enter shows all 1 line, 90 B ▏xxx");
    expect(row("x".repeat(90), 200)).toContain("│ 1 line, 90 B ▏xxx");
    expect(row("Look.\nAnd more.", 200)).toContain("│ Enter shows all 2 lines, 15 B ▏Look.");
    expect(row("Look.\nAnd more.", 40)).toContain("│ 2 lines, 15 B ▏Look.");
  });

  test.each(["model", "terminal", "person"] as const)("says that it was asked for by the %s", (asker) => {
    const content = stripContent(familiar({ asker }), 0);
    const { panel } = shown(familiar({ asker }));
    const named = { model: "parent model", terminal: "command line", person: "you" }[asker];
    for (const columns of [80, 60, 40]) {
      for (const of of [1, 12]) {
        const [title = []] = stripLines({ ...panel, place: { n: 1, of }, size: { columns, rows: 6 } }, content);
        expect(lineText(title)).toContain(`asked by: ${named}`);
        expect(lineText(title)).not.toContain("…");
      }
    }
  });

  test("says how much was typed beside the keys that still act", () => {
    const edge = (asker: ApprovalSubject["asker"], columns: number, text: string) => {
      const { panel } = pressed(shown(familiar({ asker })), [text, 1000]);
      const lines = stripLines({ ...panel, size: { columns, rows: 6 } }, stripContent(familiar(), 0));
      return lineText(lines[5] ?? []);
    };
    expect(edge("model", 100, "hello")).toMatch(/typing to arm ─+ 5 keys kept {3}r reject {2}e edit {2}Esc not now/);
    expect(edge("model", 80, "x!")).toMatch(/pause typing to arm ─+ 2 kept {2}r reject {2}e edit {2}Esc ┘/);
    expect(edge("model", 40, "x!")).toMatch(/pause ─+ 2 kept ┘/);
    expect(edge("model", 40, "x".repeat(100))).toMatch(/pause ─+ kept ┘/);
    expect(edge("terminal", 80, "x!")).toMatch(/typing to arm ─+ r reject {3}e edit {3}Esc not now/);
  });

  test("says all of it in whole words where it is narrow", () => {
    const content = stripContent(familiar(), 0);
    const state = { ...shown(familiar()).panel, size: { columns: 40, rows: 6 }, now: 1000 };
    const screen = stripLines(state, content).map(lineText);
    expect(screen.join("\n")).not.toContain("…");
    expect(screen[0]).toMatch(/RUN AGAIN ─+ asked by: parent model/);
    expect(screen[3]).toContain("at most $3.00");
    expect(screen[4]).toContain("Ctrl+Y   Ctrl+G +20   Enter   Esc");
    expect(screen[5]).toContain("ready");
  });

  test("adds a row for what is attached and for why a grant did not cover it, and none for what was there before", () => {
    const info = (code: string) => ({ level: "info" as const, code, message: `about ${code}` });
    const content = stripContent(
      familiar({
        attached: [{ source: "a.ts", bytes: 12 }],
        diagnostics: [info("tool.missing"), info("grant.runs-used")],
      }),
      0,
    );
    const extra = content.extra.map(lineText).join("\n");
    expect(extra).toContain("a.ts (12 B)");
    expect(extra).toContain("about grant.runs-used");
    expect(extra).not.toContain("tool.missing");
  });

  test("decides by the panel's own keys, with the grant only by Ctrl+G and where one is offered", () => {
    expect(decisionAfter(familiar(), [key.approve, 1000])).toMatchObject({ receipt: { executionFingerprint: sealA } });
    expect(decisionAfter(familiar(), [key.approve, 1000])).not.toHaveProperty("grants");
    expect(decisionAfter(familiar(), [grantKey, 1000])).toMatchObject({ kind: "approved", grants: true });
    const { grant: _, ...without } = familiar();
    expect(decisionAfter(without, [grantKey, 1000])).toEqual({ kind: "dismissed" });
    expect(pressed(shown(without), [grantKey, 1000]).panel.outcome).toBeNull();
    expect(decisionAfter(familiar(), [key.escape, 10])).toEqual({ kind: "dismissed" });
  });

  test.each([
    ["before half a second has passed", [[grantKey, 400]]],
    [
      "right after another key",
      [
        ["x", 900],
        [grantKey, 1000],
      ],
    ],
    ["in a burst", [[`x${grantKey}`, 1000]]],
    ["as a key repeat", [["\u001b[103;5:2u", 1000]]],
    ["after ten minutes", [[grantKey, 600_000]]],
    [
      "while a reason is written",
      [
        ["r", 1000],
        [grantKey, 2000],
      ],
    ],
  ] as const)("grants nothing %s", (_when, presses) => {
    expect(pressed(shown(familiar()), ...presses)).toMatchObject({ grants: false, panel: { outcome: null } });
  });

  test.each([
    ["Enter", key.enter, "1"],
    ["a page", "2", "1"],
    ["the reason", "r", key.escape],
    ["the task to edit", "e", key.escape],
    ["Tab", "\t", "1"],
  ])("opens into the panel by %s, which then decides alike", (_what, bytes, back) => {
    const opened = pressed(shown(familiar()), [bytes, 1000]);
    expect(opened).toMatchObject({ strip: false, panel: { outcome: null } });
    const decided = pressed(opened, [back, 2000], [grantKey, 3000]);
    expect(decided).toMatchObject({ grants: true, panel: { outcome: { kind: "approved" } } });
  });

  test("keeps typed text, and Enter after a pause opens the panel and leaves it kept", () => {
    const opened = pressed(shown(familiar()), ["hello", 1000], [key.enter, 2000]);
    expect(opened).toMatchObject({ strip: false, panel: { typed: "hello", outcome: null } });
    for (const presses of [
      [
        ["hello", 1000],
        [key.enter, 1400],
      ],
      [["hello\r", 1000]],
    ] as const)
      expect(pressed(shown(familiar()), ...presses)).toMatchObject({ strip: true, panel: { typed: "hello\n" } });
  });

  test("every frame has exactly the size there is", () => {
    const state = shown(familiar()).panel;
    const content = stripContent(
      familiar({ task: "漢字 \u202e 🏳️‍🌈 ".repeat(40), attached: [{ source: "x".repeat(99), bytes: 1 }] }),
      0,
    );
    const sizes = fc.record({ columns: fc.integer({ min: 1, max: 300 }), rows: fc.integer({ min: 1, max: 30 }) });
    fc.assert(
      fc.property(sizes, (size) => {
        const lines = stripLines({ ...state, size }, content).map(lineText);
        expect(lines).toHaveLength(size.rows);
        for (const each of lines) expect(displayWidth(each)).toBe(size.columns);
        expect(lines.join("")).not.toMatch(/[\p{Cc}\u202e]/u);
      }),
      { numRuns: 300 },
    );
  });
});

describe("a panel among several", () => {
  const place = (of: number) => ({ type: "place" as const, place: { n: 1, of } });

  test("makes room for the list as long as nothing was pressed, and stays once somebody has begun", () => {
    const fresh = shown(familiar({ lastYes: null }));
    expect(updateApproval(fresh, place(2))).toMatchObject({ toList: true, panel: { outcome: null } });
    expect(updateApproval(pressed(fresh, ["2", 1000]), place(2))).toMatchObject({ toList: false });
  });

  test("goes back to the list by Esc, with nothing decided, when it was opened from there", () => {
    const opened = shown(familiar(), { fromList: true, of: 3 });
    expect(opened.strip).toBe(false);
    expect(updateApproval(opened, place(4)).toList).toBe(false);
    expect(pressed(opened, [key.escape, 10])).toMatchObject({ toList: true, panel: { outcome: null } });
    expect(pressed(opened, ["r", 1000], [key.escape, 2000])).toMatchObject({ toList: false });
    expect(pressed(opened, [key.approve, 1000])).toMatchObject({ panel: { outcome: { kind: "approved" } } });
  });
});
