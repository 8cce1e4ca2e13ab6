import { systemClock, type UiClock } from "../ui/clock.ts";
import { loadInk } from "../ui/ink.ts";
import { showInTerminal } from "../ui/show-in-terminal.ts";
import { approvalView, decisionOf } from "./approval-view.ts";
import type { ApprovalSubject, Approver } from "./approver.ts";
import { panelFailed, unavailable } from "./no-decision.ts";
import { type ApprovalQueue, approverIn, type ShowApproval, type Turn } from "./queue.ts";

export interface TerminalApproverOptions {
  readonly stdin: NodeJS.ReadStream;
  /** Where the panel is drawn; standard error where standard output carries a result. */
  readonly stdout: NodeJS.WriteStream;
  readonly queue: ApprovalQueue;
  readonly coloured: boolean;
  readonly clock?: UiClock;
}

/** Asks in a plain terminal. Without one on both ends it does not wait: `approval.no-ui`. */
export function createTerminalApprover(options: TerminalApproverOptions): Approver {
  return approverIn(options.queue, (subject, turn) => show(subject, turn, options));
}

async function show(subject: ApprovalSubject, turn: Turn, options: TerminalApproverOptions): ReturnType<ShowApproval> {
  const { stdin, stdout, coloured } = options;
  const clock = options.clock ?? systemClock;
  if (!stdin.isTTY || !stdout.isTTY) return noTerminal;
  subject.onShown?.();
  const ink = await loadInk();
  const shown = await showInTerminal(approvalView(subject, turn), {
    ink,
    stdin,
    stdout,
    clock,
    signal: turn.signal,
    coloured,
  });
  switch (shown.kind) {
    case "no-screen":
      return noTerminal;
    case "failed":
      return panelFailed(shown.cause);
    case "finished":
      return decisionOf(subject, shown.state, clock);
  }
}

const noTerminal = unavailable(
  "approval.no-ui",
  "There is no terminal to ask on, so nothing was approved; run it in a terminal, or approve on the command line with --yes.",
);
