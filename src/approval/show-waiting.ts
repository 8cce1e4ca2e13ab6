import type { Shown, View } from "../ui/view.ts";
import { approvalView, decisionOf } from "./approval-view.ts";
import type { ApprovalDecision, ApprovalSubject } from "./approver.ts";
import { setupKey } from "./list-group.ts";
import { decisionInList, listView } from "./list-view.ts";
import { panelFailed } from "./no-decision.ts";
import { textToGiveBack } from "./panel-model.ts";
import type { ShowApproval, Turn } from "./queue.ts";
import type { Clock } from "./receipt.ts";

/** Where a view is shown, and who gets what was typed into it and was no command. */
export interface Screen {
  readonly clock: Clock;
  display<State, Event>(view: View<State, Event>, signal: AbortSignal): Promise<Shown<State>>;
  giveBack(text: string): void;
  /** Asks in another way where there is no screen. */
  noScreen(subject: ApprovalSubject, signal: AbortSignal): Promise<ApprovalDecision>;
}

type Decided = Awaited<ReturnType<ShowApproval>>;

/** What one view led to. */
type Step =
  | { readonly kind: "decided"; readonly decisions: ReadonlyMap<ApprovalSubject, Decided> }
  | { readonly kind: "open"; readonly subject: ApprovalSubject }
  | { readonly kind: "list" };

/**
 * Shows the one whose turn it is, in its panel or in the list of all that wait, until it is decided. Others may be decided
 * meanwhile, each by itself or with those of its setup.
 */
export function showWaiting(screenOf: () => Promise<Screen>): ShowApproval {
  // Setups that were looked at since somebody began to wait.
  const lookedAt = new Set<string>();
  return async (subject, turn) => {
    subject.onShown?.();
    const screen = await screenOf();
    if (turn.waiting().length < 2) lookedAt.clear();
    let opened: ApprovalSubject | undefined;
    while (!turn.signal.aborted) {
      const inList = opened === undefined && turn.waiting().length > 1;
      const step = inList
        ? await showList(subject, turn, screen, lookedAt)
        : await showOne(opened ?? subject, opened !== undefined, turn, screen);
      if (turn.signal.aborted) break;
      const key = opened === undefined ? null : setupKey(opened);
      if (key !== null) lookedAt.add(key);
      opened = step.kind === "open" ? step.subject : undefined;
      if (step.kind !== "decided") continue;
      for (const [other, decision] of step.decisions) if (other !== subject) decideOther(turn, other, decision);
      const own = step.decisions.get(subject);
      if (own) return own;
    }
    return { kind: "aborted" };
  };
}

/** Putting off one that was opened from the list is going back to the list. */
function decideOther(turn: Turn, subject: ApprovalSubject, decision: Decided): void {
  if (decision.kind !== "postponed") turn.decide(subject, decision);
}

async function showOne(subject: ApprovalSubject, fromList: boolean, turn: Turn, screen: Screen): Promise<Step> {
  const gone = new AbortController();
  const stop = turn.onPlace(() => turn.waiting().includes(subject) || gone.abort());
  const view = approvalView(subject, turn, { fromList });
  const shown = await screen.display(view, AbortSignal.any([turn.signal, gone.signal]));
  stop();
  if (gone.signal.aborted) return { kind: "list" };
  const decision = await outcomeOf(shown, subject, turn, screen, (state) => {
    screen.giveBack(textToGiveBack(state.panel));
    return state.toList ? undefined : decisionOf(subject, state, screen.clock);
  });
  return decision ? { kind: "decided", decisions: new Map([[subject, decision]]) } : { kind: "list" };
}

async function showList(
  subject: ApprovalSubject,
  turn: Turn,
  screen: Screen,
  lookedAt: ReadonlySet<string>,
): Promise<Step> {
  const { clock } = screen;
  let step: Step = { kind: "list" };
  const shown = await screen.display(listView(subject, turn, { clock, lookedAt }), turn.signal);
  const failed = await outcomeOf(shown, subject, turn, screen, ({ panel, outcome }) => {
    screen.giveBack(textToGiveBack(panel));
    if (outcome?.kind === "open") step = { kind: "open", subject: outcome.subject };
    if (outcome?.kind !== "decided") return undefined;
    const { decision, subjects, grants } = outcome;
    const decide = (each: ApprovalSubject) => decisionInList(each, decision, { clock, shownAt: panel.shownAt, grants });
    step = { kind: "decided", decisions: new Map(subjects.map((each) => [each, decide(each)])) };
    return undefined;
  });
  return failed ? { kind: "decided", decisions: new Map([[subject, failed]]) } : step;
}

/** A view that could not be shown is no decision of the person, and ends with what it was for. */
async function outcomeOf<State>(
  shown: Shown<State>,
  subject: ApprovalSubject,
  turn: Turn,
  screen: Screen,
  finished: (state: State) => Decided | undefined,
): Promise<Decided | undefined> {
  switch (shown.kind) {
    case "no-screen":
      return screen.noScreen(subject, turn.signal);
    case "failed":
      finished(shown.state);
      return panelFailed(shown.cause);
    case "finished":
      return finished(shown.state);
  }
}
