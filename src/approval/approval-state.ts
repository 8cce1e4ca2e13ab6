/*
 * One decision, as a panel or, for a setup that this person approved here before, as a strip. The panel's state decides alike in
 * both, so everything that guards its keys guards the strip's. On top of it:
 * 1. Ctrl+G is Ctrl+Y with a grant, where one is offered, under the same conditions.
 * 2. Whatever does more than decide opens the panel; no key closes it again.
 * 3. Of several that wait, Esc in a panel that was opened from their list goes back to the list, and nothing is decided.
 */
import { isDeliberate } from "../ui/quiet.ts";
import type { PanelEvent, PanelState } from "./panel-model.ts";
import { update } from "./panel-state.ts";

export interface ApprovalState {
  readonly panel: PanelState;
  readonly strip: boolean;
  /** It was opened from the list of those that wait. */
  readonly fromList: boolean;
  /** The person wants the list, or several wait and nothing was pressed yet. */
  readonly toList: boolean;
  /** The approval goes for the same setup from now on. */
  readonly grants: boolean;
}

export function updateApproval(state: ApprovalState, event: PanelEvent): ApprovalState {
  if (isDecided(state)) return state;
  const key = event.type === "key" && event.key.kind === "named" ? event.key : undefined;
  if (event.type !== "key" || key === undefined) return followed(state, update(state.panel, event));
  switch (key.name) {
    case "approve-and-grant": {
      if (!state.panel.content.grant) break;
      const panel = update(state.panel, { ...event, key: { ...key, name: "approve" } });
      return { ...state, panel, grants: panel.outcome?.kind === "approved" };
    }
    case "enter":
      // Also behind kept keys, which stay kept: it decides nothing.
      if (!state.strip || !isDeliberate(state.panel, event)) break;
      return { ...state, strip: false, panel: update(state.panel, { ...event, key: { ...key, name: "other" } }) };
    case "escape":
      if (!state.fromList || state.panel.mode !== "reading" || state.panel.page === "help") break;
      return { ...state, toList: true };
    default:
  }
  return followed(state, update(state.panel, event));
}

export function isDecided({ panel, toList }: ApprovalState): boolean {
  return panel.outcome !== null || toList;
}

function followed(state: ApprovalState, panel: PanelState): ApprovalState {
  if (panel === state.panel) return state;
  const { mode, page, doubtful, scroll, outcome } = panel;
  const asShown = mode === "reading" && page === "task" && doubtful === null && scroll === state.panel.scroll;
  // Nobody has begun to read or to type, so nothing is taken away when the list takes its place; a Ctrl+Y of this very moment is.
  const toList =
    outcome === null && !state.fromList && panel.place.of > panel.place.n && panel.lastKeyAt === panel.shownAt;
  return { ...state, panel, strip: state.strip && asShown, toList };
}
