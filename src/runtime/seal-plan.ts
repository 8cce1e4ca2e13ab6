import type { Conversation } from "../contract/conversation.ts";
import { error, hasErrors } from "../contract/diagnostic.ts";
import { frozenCopy } from "../contract/frozen.ts";
import { failure, type Outcome, success } from "../contract/outcome.ts";
import { conversationFingerprint } from "../contract/runtime/conversation.ts";
import type { ExecutionIntent } from "../contract/runtime/execution-intent.ts";
import type { AcceptedPreflight } from "../contract/runtime/preflight.ts";
import type { PromptRuntime } from "../contract/runtime/prompt-runtime.ts";
import { checkSealedPlan, executionFingerprint, type SealedPlan } from "../contract/runtime/sealed-plan.ts";
import type { CatalogTool } from "../contract/tool-catalog.ts";
import { causeText } from "./bounded.ts";

export interface PlanParts {
  readonly preparedRunId: string;
  readonly intent: ExecutionIntent;
  readonly preflight: AcceptedPreflight;
  readonly promptRuntime: PromptRuntime;
  readonly conversation: Conversation;
  readonly effectiveTools: CatalogTool[];
}

/** From here on nothing about the run can change: the plan is a frozen copy, named by its fingerprint. */
export function sealPlan(parts: PlanParts): Outcome<SealedPlan> {
  try {
    const unsealed = {
      schemaVersion: 1 as const,
      backendId: parts.preflight.backend.id,
      preflightId: parts.preflight.preflightId,
      conversationFingerprint: conversationFingerprint(parts.conversation),
      ...parts,
    };
    const plan = frozenCopy({ ...unsealed, executionFingerprint: executionFingerprint(unsealed) });
    const problems = checkSealedPlan(plan);
    return hasErrors(problems)
      ? failure(error("preparation.seal-invalid", "The plan that was put together is not valid."), ...problems)
      : success(plan, problems);
  } catch (cause) {
    return failure(error("preparation.seal-invalid", `The plan could not be sealed: ${causeText(cause)}.`));
  }
}
