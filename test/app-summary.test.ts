import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { boundedSummary, capJson, jsonBytes } from "../src/app-summary.ts";
import type { ResultSummary } from "../src/ui/result-view.ts";

const summary = (overrides: Partial<ResultSummary> = {}): ResultSummary => ({
  profile: "project:reviewer",
  status: "completed",
  ...overrides,
});

describe("what a run leaves in the session", () => {
  test("a short summary is kept as it is", () => {
    const short = summary({ answer: "fine\n", filesRead: ["a.ts"] });
    expect(boundedSummary(short)).toEqual({ ...short, answerLines: 1, filesReadCount: 1 });
  });

  test("an enormous one fits its share, and says how many files and lines there were", () => {
    const bounded = boundedSummary(
      summary({
        answer: "\u0000".repeat(1_000_000),
        reason: "x".repeat(100_000),
        filesRead: Array.from({ length: 5_000 }, (_, index) => `src/${"d".repeat(100)}/${index}.ts`),
        refusedPaths: Array.from({ length: 5_000 }, () => "\ud800".repeat(300)),
      }),
    );
    expect(jsonBytes(bounded)).toBeLessThanOrEqual(16 * 1024);
    expect(bounded).toMatchObject({ filesReadCount: 5_000, refusedCount: 5_000, answerLines: 1 });
  });

  test("no text takes more JSON than asked, and what is kept is its beginning", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), fc.integer({ min: 2, max: 200 }), (text, most) => {
        const cut = capJson(text, most);
        expect(jsonBytes(cut)).toBeLessThanOrEqual(most);
        expect(text.startsWith(cut)).toBe(true);
      }),
    );
  });
});

test("cutting ends also where nothing fits", () => {
  expect(capJson("text", 0)).toBe("");
  expect(capJson("text", 1)).toBe("");
});
