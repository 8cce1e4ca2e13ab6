import { type ApprovalReceipt, checkApprovalReceipt } from "../contract/approval-receipt.ts";
import { canonicalCopy } from "../contract/canonical-json.ts";
import { error, hasErrors } from "../contract/diagnostic.ts";
import { failure, type Outcome, success } from "../contract/outcome.ts";
import type { SealedPlan } from "../contract/runtime/sealed-plan.ts";
import { causeText } from "./bounded.ts";

/** A receipt is good for the one plan it names, and only until it expires. */
export function receiptFor(plan: SealedPlan, given: ApprovalReceipt, now: number): Outcome<ApprovalReceipt> {
  let receipt: ApprovalReceipt;
  try {
    receipt = canonicalCopy(given);
  } catch (cause) {
    return failure(error("execution.receipt-invalid", `The receipt is not plain JSON: ${causeText(cause)}.`));
  }
  const problems = checkApprovalReceipt(receipt);
  if (hasErrors(problems)) {
    return failure(error("execution.receipt-invalid", "The receipt is not valid."), ...problems);
  }
  const isForPlan =
    receipt.executionFingerprint === plan.executionFingerprint &&
    receipt.conversationFingerprint === plan.conversationFingerprint;
  if (!isForPlan) {
    return failure(
      error(
        "execution.receipt-mismatch",
        `The receipt was given for ${receipt.executionFingerprint}, not for this plan.`,
      ),
    );
  }
  // Written so that a date that cannot be read is expired, not eternal.
  if (!(now < Date.parse(receipt.expiresAt))) {
    return failure(error("execution.receipt-expired", `The approval expired at ${receipt.expiresAt}; ask again.`));
  }
  return success(receipt, problems);
}
