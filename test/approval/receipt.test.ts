import { expect, test } from "vitest";
import { approvalReceipt } from "../../src/approval/receipt.ts";
import { aPlan } from "./a-subject.ts";

test("binds both fingerprints and expires ten minutes after display", () => {
  const plan = aPlan();
  const receipt = approvalReceipt(plan, {
    source: "person",
    clock: { now: () => 60_000 },
    viewedFullPrompt: true,
    displayedAt: 0,
  });
  expect(receipt).toEqual({
    executionFingerprint: plan.executionFingerprint,
    conversationFingerprint: plan.conversationFingerprint,
    source: "person",
    approvedAt: "1970-01-01T00:01:00.000Z",
    expiresAt: "1970-01-01T00:10:00.000Z",
    viewedFullPrompt: true,
  });
});
