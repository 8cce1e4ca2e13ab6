import { systemClock, type UiClock } from "../ui/clock.ts";
import { loadInk } from "../ui/ink.ts";
import { giveBack, type PiUi } from "../ui/pi-ui.ts";
import { showInPi } from "../ui/show-in-pi.ts";
import type { ApprovalDecision, ApprovalSubject, Approver } from "./approver.ts";
import { type ApprovalQueue, approverIn } from "./queue.ts";
import { showWaiting } from "./show-waiting.ts";

export interface PiApproverOptions {
  /** Pi's `ctx.ui`. */
  readonly ui: PiUi;
  readonly queue: ApprovalQueue;
  readonly clock?: UiClock;
  /** Asks where Pi has dialogs but no screen (RPC). */
  readonly dialogs: (subject: ApprovalSubject, signal: AbortSignal) => Promise<ApprovalDecision>;
}

/** Asks in Pi, in an overlay. What was typed and was no command goes to Pi's editor. */
export function createPiApprover({ ui, queue, clock = systemClock, dialogs }: PiApproverOptions): Approver {
  const show = showWaiting(async () => {
    const ink = await loadInk();
    return {
      clock,
      display: (view, signal) => showInPi(view, { ui, ink, clock, signal, overlay: true }),
      giveBack: (text) => giveBack(ui, text),
      noScreen: dialogs,
    };
  });
  return approverIn(queue, show);
}
