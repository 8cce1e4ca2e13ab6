import type { ApprovalReceipt } from "../contract/approval-receipt.ts";
import type { SealedPlan } from "../contract/runtime/sealed-plan.ts";

/** Milliseconds since 1970. */
export interface Clock {
  now(): number;
}

/** What was shown longer ago than this is no longer what the person is looking at. */
export const approvalLifetimeMs = 10 * 60 * 1000;

export interface ReceiptDetails {
  readonly source: ApprovalReceipt["source"];
  readonly clock: Clock;
  readonly viewedFullPrompt: boolean;
  /** When the plan appeared before the person; now, where nobody was asked. */
  readonly displayedAt?: number;
}

/** Permission to run exactly this plan once, ending ten minutes after it was displayed. */
export function approvalReceipt(plan: SealedPlan, details: ReceiptDetails): ApprovalReceipt {
  const now = details.clock.now();
  return {
    executionFingerprint: plan.executionFingerprint,
    conversationFingerprint: plan.conversationFingerprint,
    source: details.source,
    approvedAt: new Date(now).toISOString(),
    expiresAt: new Date((details.displayedAt ?? now) + approvalLifetimeMs).toISOString(),
    viewedFullPrompt: details.viewedFullPrompt,
  };
}
