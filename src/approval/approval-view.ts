import type { View } from "../ui/view.ts";
import { type ApprovalState, isDecided, updateApproval } from "./approval-state.ts";
import type { ApprovalDecision, ApprovalSubject } from "./approver.ts";
import { isFamiliar } from "./familiar.ts";
import { unavailable } from "./no-decision.ts";
import { panel } from "./panel.ts";
import { panelContent } from "./panel-content.ts";
import { type PanelEvent, panelState } from "./panel-model.ts";
import type { Postponed, Turn } from "./queue.ts";
import { approvalReceipt, type Clock } from "./receipt.ts";
import { strip, stripContent, stripHeight } from "./strip.ts";

/** A strip for a setup that this person approved here before, and the panel for any other; the strip opens into the panel. */
export function approvalView(
  subject: ApprovalSubject,
  turn: Pick<Turn, "place" | "onPlace">,
  { fromList = false }: { readonly fromList?: boolean } = {},
): View<ApprovalState, PanelEvent> {
  const content = { ...panelContent(subject), fromList };
  let short: ReturnType<typeof stripContent> | undefined;
  return {
    start: (size, at) => {
      short = stripContent(subject, at);
      const shown = panelState({ content, place: turn.place(), size, at });
      return { panel: shown, strip: isFamiliar(subject) && !fromList, fromList, toList: false, grants: false };
    },
    update: updateApproval,
    draw: (ink, state, palette) =>
      state.strip && short ? strip(ink, state.panel, short, palette) : panel(ink, state.panel, palette),
    rows: (state) => (state.strip && short ? stripHeight(short) : Number.POSITIVE_INFINITY),
    isFinished: isDecided,
    listen: (send) => turn.onPlace(() => send({ type: "place", place: turn.place() })),
  };
}

/** The receipt is for the plan that was on screen; anything else is no approval. */
export function decisionOf(subject: ApprovalSubject, state: ApprovalState, clock: Clock): ApprovalDecision | Postponed {
  const { outcome, shownAt } = state.panel;
  if (outcome === null) return { kind: "dismissed" };
  if (outcome.kind !== "approved") return outcome;
  if (outcome.executionFingerprint !== subject.plan.executionFingerprint) {
    return unavailable("approval.wrong-seal", "The approval given was for another plan; nothing was approved.");
  }
  const { viewedFullPrompt } = outcome;
  const receipt = approvalReceipt(subject.plan, { source: "person", clock, viewedFullPrompt, displayedAt: shownAt });
  return { kind: "approved", receipt, ...(state.grants ? { grants: true } : {}) };
}
