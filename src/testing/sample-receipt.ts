import type { ApprovalReceipt } from "../contract/approval-receipt.ts";
import type { PreparedRun } from "../runtime/runtime-port.ts";

/** An approval of exactly this run, for tests: no person was asked. */
export function sampleReceipt(prepared: PreparedRun, now: number = Date.now()): ApprovalReceipt {
  return {
    executionFingerprint: prepared.executionFingerprint,
    conversationFingerprint: prepared.conversationFingerprint,
    source: "command-line",
    approvedAt: new Date(now).toISOString(),
    expiresAt: new Date(now + 10 * 60_000).toISOString(),
    viewedFullPrompt: false,
  };
}
