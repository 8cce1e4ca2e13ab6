import type { View } from "../ui/view.ts";
import type { ApprovalDecision, ApprovalSubject } from "./approver.ts";
import { unavailable } from "./no-decision.ts";
import { panel } from "./panel.ts";
import { panelContent } from "./panel-content.ts";
import { type PanelEvent, type PanelState, panelState } from "./panel-model.ts";
import { update } from "./panel-state.ts";
import type { Postponed, Turn } from "./queue.ts";
import { approvalReceipt, type Clock } from "./receipt.ts";

export function approvalView(
  subject: ApprovalSubject,
  turn: Pick<Turn, "place" | "onPlace">,
): View<PanelState, PanelEvent> {
  const content = panelContent(subject);
  return {
    start: (size, at) => panelState({ content, place: turn.place(), size, at }),
    update,
    draw: panel,
    isFinished: (state) => state.outcome !== null,
    listen: (send) => turn.onPlace(() => send({ type: "place", place: turn.place() })),
  };
}

/** The receipt is for the plan that was on screen; anything else is no approval. */
export function decisionOf(subject: ApprovalSubject, state: PanelState, clock: Clock): ApprovalDecision | Postponed {
  const { outcome } = state;
  if (outcome === null) return { kind: "dismissed" };
  if (outcome.kind !== "approved") return outcome;
  if (outcome.executionFingerprint !== subject.plan.executionFingerprint) {
    return unavailable("approval.wrong-seal", "The approval given was for another plan; nothing was approved.");
  }
  const { viewedFullPrompt } = outcome;
  const receipt = approvalReceipt(subject.plan, {
    source: "person",
    clock,
    viewedFullPrompt,
    displayedAt: state.shownAt,
  });
  return { kind: "approved", receipt };
}
