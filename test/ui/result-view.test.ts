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
  received: { shown: 11_902, total: 14_310 },
  whole: "/forge-agent history r_41",
};

test("collapsed is one line; a failure says so in words", () => {
  expect(collapsedResult(done).map(lineText)).toEqual([
    "✓ reviewer · 1:12 · 6 turns · 52k tok $0.14 · 4 files · r_41 Ctrl+O",
  ]);
  expect(lineText(collapsedResult({ profile: "x", status: "timed-out", reason: "after 10 min" })[0] ?? [])).toContain(
    "timed out · after 10 min",
  );
});

test("expanded shows the answer behind the gutter, what was read, and where the whole is", () => {
  const text = expandedResult(done, 80).map(lineText).join("\n");
  for (const part of [
    "approved by you 14:02",
    "seal 7f3a 91c0 2be4",
    "▏1. two callers",
    "(28 more lines)",
    "read 4 files: src/lock.ts src/cart.ts +2",
    "refused 1: .env",
    "11,902 of 14,310",
    "/forge-agent history r_41",
  ]) {
    expect(text).toContain(part);
  }
});

test("fits any width with any text, without a control byte", () => {
  for (const text of Object.values(nastyTexts)) {
    const nasty: ResultSummary = {
      ...done,
      profile: text,
      answer: text,
      reason: text,
      status: "failed",
      filesRead: [text],
    };
    for (const width of [0, 1, 7, 40, 200]) {
      const rows = [collapsedResult(nasty), expandedResult(nasty, width)].flatMap((lines) =>
        linesComponent(() => lines, noColour).render(width),
      );
      for (const row of rows) {
        expect(visibleWidth(row)).toBeLessThanOrEqual(width);
        expect(row).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u202e]/);
      }
    }
  }
});
