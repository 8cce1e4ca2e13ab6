import { expect, test } from "vitest";
import { privateResult } from "../../src/app-private-result.ts";
import type { ResultSummary } from "../../src/ui/result-view.ts";

function aSummary(more: Partial<ResultSummary> = {}): ResultSummary {
  return {
    profile: "auditor",
    runId: "r_1",
    status: "completed",
    model: "plain",
    approval: "approved by you 14:02",
    stoppedBy: "finished",
    answer: "The begin",
    received: { shown: 9, total: 9 },
    whole: "/forge-agent history r_1",
    ...more,
  };
}

test("a private run shows the facts of any run and its whole answer, as a person reads it", () => {
  const { title, text } = privateResult({ summary: aSummary() }, "The beginning.\nThe end.", 72);
  expect(title).toBe("forge-agent run --private auditor");
  expect(text).toBe(
    [
      "✓ auditor r_1 · plain · approved by you 14:02",
      "  stopped by: finished",
      "  whole: /forge-agent history r_1",
      "  private: nothing of this is in the conversation",
      "",
      "The beginning.",
      "The end.",
    ].join("\n"),
  );
});

test("what it leaves on the screen says that it ran and where it is kept, and nothing that was said in it", () => {
  const failed = aSummary({ status: "failed", reason: "the provider's words" });
  const { left } = privateResult({ summary: failed }, "the agent's words", 72);
  expect(left).toBe(
    "✗ auditor ran privately, failed; nothing of its answer is in the conversation; to see it: /forge-agent history r_1",
  );
  const { runId: _, ...unkept } = aSummary();
  expect(privateResult({ summary: unkept }, "", 72).left).toContain("no record is kept");
});
