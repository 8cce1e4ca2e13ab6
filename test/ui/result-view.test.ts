import { visibleWidth } from "@mariozechner/pi-tui";
import { expect, test } from "vitest";
import { lineText, noColour } from "../../src/ui/line.ts";
import { linesComponent } from "../../src/ui/lines-component.ts";
import { collapsedResult, expandedResult, type ResultSummary } from "../../src/ui/result-view.ts";
import { nastyTexts } from "./nasty-texts.ts";

const done: ResultSummary = {
  profile: "reviewer",
  runId: "r_41",
  status: "completed",
  model: "claude-sonnet-4-5",
  durationMs: 72_000,
  turns: 6,
  tokens: 52_000,
  cost: { amount: 0.14, currency: "USD" },
  filesRead: ["src/lock.ts", "src/cart.ts", "a", "b"],
  refusedPaths: [".env"],
  blockedToolCalls: 0,
  approval: "approved by you 14:02",
  executionFingerprint: `sha256:v1:7f3a91c02be4${"0".repeat(52)}`,
  answer: "1. two callers pass\n".repeat(40),
  requests: 6,
  requestsReported: "child reports all matched the seal",
  stoppedBy: "finished",
  received: { shown: 11_902, total: 14_310 },
  whole: "/forge-agent history r_41",
};

test("collapsed is one line; a failure says so in words", () => {
  expect(collapsedResult(done, 70).map(lineText)).toEqual([
    "✓ reviewer · 1:12 · 6 turns · 52k tok $0.14 · 4 files · r_41 Ctrl+O",
  ]);
  expect(collapsedResult(done, 90).map(lineText)).toEqual([
    "✓ reviewer · 1:12 · 6 turns · 52k tok $0.14 · 4 files · r_41 · Ctrl+O shows the answer",
  ]);
  expect(
    lineText(collapsedResult({ profile: "x", status: "timed-out", reason: "after 10 min" }, 80)[0] ?? []),
  ).toContain("timed out · after 10 min");
});

test.each([
  [50, "✓ reviewer · 1:12 · 52k tok $0.14 · r_41 Ctrl+O"],
  [40, "✓ reviewer · 1:12 · r_41 Ctrl+O"],
  [20, "✓ reviewer Ctrl+O"],
])("collapsed in %i columns leaves out numbers and cuts none", (width, row) => {
  expect(collapsedResult(done, width).map(lineText)).toEqual([row]);
});

test("a long reason is cut where there is room for its beginning, and how to see more stays", () => {
  const failed: ResultSummary = {
    ...done,
    status: "failed",
    reason: "provider.error: the provider said a lot ".repeat(9),
  };
  const [row = []] = collapsedResult(failed, 80);
  expect(lineText(row)).toMatch(/^✗ reviewer · failed · .* · r_41 · provider\.error: the .*… Ctrl\+O$/);
});

test("expanded is drawn to size", () => {
  const drawn = expandedResult({ ...done, answer: "1. two callers", answerLines: 57 }, 80).map(lineText);
  expect(drawn).toEqual([
    "✓ reviewer r_41 · claude-sonnet-4-5 · approved by you 14:02, seal 7f3a 91c0",
    "  ▏1. two callers",
    "  (56 more lines)",
    "  read 4 files: src/lock.ts src/cart.ts +2    refused 1: .env    blocked tools 0",
    "  6 requests, child reports all matched the seal    stopped by: finished",
    "  52k tok $0.14",
    "  chat received 11,902 of 14,310 characters    whole: /forge-agent history r_41",
  ]);
  const narrow = expandedResult(done, 40).map(lineText);
  for (const fact of [
    "  refused 1: .env    blocked tools 0",
    "  stopped by: finished",
    "  whole: /forge-agent history r_41",
  ])
    expect(narrow).toContain(fact);
});

test("shows twelve rows of a long answer and says how many lines are left", () => {
  const text = expandedResult(done, 80).map(lineText);
  expect(text.filter((each) => each.includes("▏"))).toHaveLength(12);
  expect(text.join("\n")).toContain("(28 more lines)");
});

test.each(["cancelled", "timed-out", "limit-reached", "failed"] as const)(
  "%s shows what was said until then",
  (status) => {
    const text = expandedResult({ ...done, status, partial: true, answer: "half" }, 80)
      .map(lineText)
      .join("\n");
    expect(text).toContain("what it had said until then:\n  ▏half");
  },
);

test("counts what is read also where only the first names are kept", () => {
  const many: ResultSummary = { ...done, filesReadCount: 90, refusedCount: 3 };
  expect(collapsedResult(many, 80).map(lineText).join("")).toContain("90 files");
  expect(expandedResult(many, 80).map(lineText).join("\n")).toContain(
    "read 90 files: src/lock.ts src/cart.ts +88    refused 3: .env +2",
  );
});

test("says how a failure that may pass is prepared again", () => {
  const text = expandedResult({ ...done, status: "failed", retryable: true }, 80)
    .map(lineText)
    .join("\n");
  expect(text).toContain("may work later: open it with the command above and press r");
});

test("says what to do about a failure in whole words, whatever the width", () => {
  const advice = "the provider does not take the key: see to it where it comes from (/login in Pi, OPENAI_API_KEY)";
  const failed: ResultSummary = { ...done, status: "failed", reason: "401", advice };
  for (const width of [40, 80, 200]) {
    const rows = expandedResult(failed, width).map(lineText);
    const said = rows.filter((row) => row.trim() !== "" && advice.includes(row.trim()));
    expect(said.map((row) => row.trim()).join(" ")).toBe(advice);
    expect(Math.max(...said.map((row) => row.length))).toBeLessThanOrEqual(width);
  }
});

test("fits any width with any text, without a control byte", () => {
  for (const text of Object.values(nastyTexts)) {
    const nasty: ResultSummary = {
      ...done,
      profile: text,
      answer: text,
      reason: text,
      advice: text,
      status: "failed",
      filesRead: [text],
    };
    for (const width of [0, 1, 7, 40, 200]) {
      const rows = [collapsedResult(nasty, width), expandedResult(nasty, width)].flatMap((lines) =>
        linesComponent(() => lines, noColour).render(width),
      );
      for (const row of rows) {
        expect(visibleWidth(row)).toBeLessThanOrEqual(width);
        expect(row).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u202e]/);
      }
    }
  }
});

test("a run that nobody was asked about says so in its row", () => {
  const allowed: ResultSummary = {
    profile: "scout",
    status: "completed",
    approval: "allowed by a grant 14:02",
    runId: "r_4",
  };
  expect(
    collapsedResult({ ...allowed, unasked: true }, 80)
      .map(lineText)
      .join(""),
  ).toContain("allowed by a grant 14:02 · r_4");
  expect(collapsedResult(allowed, 80).map(lineText).join("")).not.toContain("grant");
});
