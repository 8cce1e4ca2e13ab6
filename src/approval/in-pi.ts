import { systemClock, type UiClock } from "../ui/clock.ts";
import { loadInk } from "../ui/ink.ts";
import { giveBack, type PiUi } from "../ui/pi-ui.ts";
import { showInPi } from "../ui/show-in-pi.ts";
import { approvalView, decisionOf } from "./approval-view.ts";
import type { ApprovalDecision, ApprovalSubject, Approver } from "./approver.ts";
import { panelFailed, unavailable } from "./no-decision.ts";
import { textToGiveBack } from "./panel-model.ts";
import { type ApprovalQueue, approverIn, type Turn } from "./queue.ts";

export interface PiApproverOptions {
  /** Pi's `ctx.ui`. */
  readonly ui: PiUi;
  readonly queue: ApprovalQueue;
  readonly clock?: UiClock;
  /** Asks where Pi has dialogs but no screen (RPC). Without it such a Pi cannot approve. */
  readonly dialogs?: (subject: ApprovalSubject, signal: AbortSignal) => Promise<ApprovalDecision>;
}

/** Asks in Pi, in an overlay, one at a time. What was typed and was no command goes to Pi's editor. */
export function createPiApprover(options: PiApproverOptions): Approver {
  return approverIn(options.queue, (subject, turn) => show(subject, turn, options));
}

async function show(subject: ApprovalSubject, turn: Turn, options: PiApproverOptions): Promise<ApprovalDecision> {
  const clock = options.clock ?? systemClock;
  subject.onShown?.();
  const ink = await loadInk();
  if (turn.signal.aborted) return { kind: "aborted" };
  const host = { ui: options.ui, ink, clock, signal: turn.signal, overlay: true };
  const shown = await showInPi(approvalView(subject, turn), host);
  switch (shown.kind) {
    case "no-screen":
      return options.dialogs?.(subject, turn.signal) ?? noScreen;
    case "failed":
      giveBack(options.ui, textToGiveBack(shown.state));
      return panelFailed(shown.cause);
    case "finished":
      giveBack(options.ui, textToGiveBack(shown.state));
      return decisionOf(subject, shown.state, clock);
  }
}

const noScreen = unavailable(
  "approval.no-ui",
  "There is no screen to ask on: this Pi runs without its terminal interface; run it in a terminal, or use `forge-agent run --yes`.",
);
