import type { View } from "../ui/view.ts";
import type { ApprovalDecision, ApprovalSubject } from "./approver.ts";
import { list } from "./list.ts";
import { listHeight } from "./list-layout.ts";
import { type ListEvent, type ListState, listState, updateList } from "./list-state.ts";
import { type PanelContent, panelContent } from "./panel-content.ts";
import type { PanelOutcome } from "./panel-model.ts";
import type { Postponed, Turn } from "./queue.ts";
import { approvalReceipt, type Clock } from "./receipt.ts";

/** All that wait, with the one whose turn it is first. */
export function listView(
  subject: ApprovalSubject,
  turn: Pick<Turn, "waiting" | "onPlace">,
  { clock, lookedAt }: { readonly clock: Clock; readonly lookedAt: ReadonlySet<string> },
): View<ListState, ListEvent> {
  const contents = new Map<ApprovalSubject, PanelContent>();
  const contentOf = (each: ApprovalSubject) => {
    const content = contents.get(each) ?? panelContent(each);
    contents.set(each, content);
    return content;
  };
  return {
    start(size, at) {
      const others = turn.waiting().filter((each) => each !== subject);
      return listState({ waiting: [subject, ...others], lookedAt, contentOf, size, at });
    },
    update: updateList,
    draw: list,
    rows: listHeight,
    isFinished: ({ outcome }) => outcome !== null,
    listen: (send) => turn.onPlace(() => send({ type: "waiting", waiting: turn.waiting(), at: clock.now() })),
  };
}

/** What was decided in the list, for one of those it was decided for: each gets the receipt of its own plan. */
export function decisionInList(
  subject: ApprovalSubject,
  decision: PanelOutcome,
  { clock, shownAt, grants }: { readonly clock: Clock; readonly shownAt: number; readonly grants: boolean },
): ApprovalDecision | Postponed {
  if (decision.kind !== "approved") return decision;
  const details = { source: "person", clock, viewedFullPrompt: false, displayedAt: shownAt } as const;
  return { kind: "approved", receipt: approvalReceipt(subject.plan, details), ...(grants ? { grants: true } : {}) };
}
