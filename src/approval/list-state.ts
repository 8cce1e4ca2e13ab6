/*
 * All that wait for a decision, as data. The keys of the selected one's panel decide here too, with everything that guards them:
 * 1. Ctrl+Y, Ctrl+G where a grant is offered, and Esc are for the selected plan. Ctrl+B is for every plan of the common group, which have one setup, and for no other.
 * 2. A setup that was never approved here and was not looked at in its panel runs from no list: the key opens the panel instead.
 * 3. Ctrl+B counts only once the row of each of them has been on screen; r and R reject what was there when they were pressed.
 * 4. When a plan joins or leaves, the selection stays with its plan and the keys are armed anew.
 * 5. Letters that are no command here are typed text; Enter opens the panel.
 */
import type { Key } from "../ui/keys.ts";
import { isDeliberate } from "../ui/quiet.ts";
import type { HostEvent, KeyEvent, Size } from "../ui/view.ts";
import type { ApprovalSubject } from "./approver.ts";
import { isFamiliar } from "./familiar.ts";
import { commonGroup, setupKey } from "./list-group.ts";
import { listWindow } from "./list-layout.ts";
import type { PanelContent } from "./panel-content.ts";
import { type PanelOutcome, type PanelState, panelState } from "./panel-model.ts";
import { update } from "./panel-state.ts";

export type ListEvent =
  | HostEvent
  | { readonly type: "waiting"; readonly waiting: readonly ApprovalSubject[]; readonly at: number };

export type ListOutcome =
  | {
      readonly kind: "decided";
      readonly decision: PanelOutcome;
      readonly subjects: readonly ApprovalSubject[];
      /** The setup of that one plan may run again unasked, as it was offered. */
      readonly grants: boolean;
    }
  | { readonly kind: "open"; readonly subject: ApprovalSubject }
  /** There is nothing to choose from any more. */
  | { readonly kind: "over" };

export interface ListState {
  readonly waiting: readonly ApprovalSubject[];
  readonly selected: ApprovalSubject;
  readonly group: readonly ApprovalSubject[];
  /** Setups that were looked at in their panels. */
  readonly lookedAt: ReadonlySet<string>;
  /** Those whose rows have been on screen. */
  readonly seen: ReadonlySet<ApprovalSubject>;
  /** What a reason that is being written is for. */
  readonly rejecting: readonly ApprovalSubject[];
  /** Keys, time and typed text; its content is the selected one's. */
  readonly panel: PanelState;
  readonly contentOf: (subject: ApprovalSubject) => PanelContent;
  readonly outcome: ListOutcome | null;
}

export interface ListStart extends Pick<ListState, "lookedAt" | "contentOf"> {
  readonly waiting: readonly [ApprovalSubject, ...ApprovalSubject[]];
  readonly size: Size;
  readonly at: number;
}

export function listState({ waiting, lookedAt, contentOf, size, at }: ListStart): ListState {
  const [selected] = waiting;
  const panel = panelState({ content: contentOf(selected), place: { n: 1, of: waiting.length }, size, at });
  const group = commonGroup(waiting);
  return withSeen({
    waiting,
    selected,
    group,
    lookedAt,
    contentOf,
    panel,
    seen: new Set(),
    rejecting: [],
    outcome: null,
  });
}

/** It may run without its panel being opened. */
export function isKnown(subject: ApprovalSubject, { lookedAt }: Pick<ListState, "lookedAt">): boolean {
  const key = setupKey(subject);
  return key !== null && (isFamiliar(subject) || lookedAt.has(key));
}

export function updateList(state: ListState, event: ListEvent): ListState {
  if (state.outcome) return state;
  switch (event.type) {
    case "waiting":
      return withSeen(joinedOrLeft(state, event.waiting, event.at));
    case "key":
      return withSeen(pressed(state, event));
    default:
      return withSeen(followed(state, update(state.panel, event), [state.selected]));
  }
}

function pressed(state: ListState, event: KeyEvent): ListState {
  const { key } = event;
  const quiet = isDeliberate(state.panel, event);
  const passed = (as: Key, targets = [state.selected]) =>
    followed(state, update(state.panel, { ...event, key: as }), targets);
  if (state.panel.mode === "rejecting") return passed(key, [...state.rejecting]);
  if (key.kind !== "named") return lettered(state, event, quiet);
  switch (key.name) {
    case "up":
      return moved(state, event, -1);
    case "down":
      return moved(state, event, 1);
    case "enter":
      return quiet && state.panel.typed === "" ? opened(state, state.selected) : passed(key);
    case "approve":
      return isKnown(state.selected, state) ? passed(key) : openedBy(state, event, quiet, state.selected);
    case "approve-and-grant":
      return approvedWithGrant(state, event, quiet);
    case "approve-several":
      return approvedSeveral(state, event, quiet);
    case "escape":
    case "interrupt":
    case "backspace":
    case "new-line":
      return passed(key);
    default:
      return passed({ ...key, name: "other" });
  }
}

/** Never for a setup that was not shown whole: nothing is offered there. */
function approvedWithGrant(state: ListState, event: KeyEvent, quiet: boolean): ListState {
  const offered = offersGrant(state);
  const repeat = event.key.kind === "named" && event.key.repeat === true;
  const name = offered && quiet ? "approve" : "other";
  const next = followed(state, update(state.panel, { ...event, key: { kind: "named", name, repeat } }), [
    state.selected,
  ]);
  return next.outcome?.kind === "decided" ? { ...next, outcome: { ...next.outcome, grants: offered } } : next;
}

export function offersGrant(state: ListState): boolean {
  return state.panel.content.grant !== null && isKnown(state.selected, state);
}

function approvedSeveral(state: ListState, event: KeyEvent, quiet: boolean): ListState {
  const { group } = state;
  const [first] = group;
  if (first && !isKnown(first, state)) return openedBy(state, event, quiet, first);
  const name = first && group.every((each) => state.seen.has(each)) ? "approve" : "other";
  const repeat = event.key.kind === "named" && event.key.repeat === true;
  return followed(state, update(state.panel, { ...event, key: { kind: "named", name, repeat } }), group);
}

/** A deciding key that may not decide yet, and only in the conditions in which it would. */
function openedBy(state: ListState, event: KeyEvent, quiet: boolean, subject: ApprovalSubject): ListState {
  const repeat = event.key.kind === "named" && event.key.repeat === true;
  if (quiet && !repeat) return opened(state, subject);
  return followed(state, update(state.panel, { ...event, key: { kind: "named", name: "other" } }), []);
}

function opened(state: ListState, subject: ApprovalSubject): ListState {
  return { ...state, outcome: { kind: "open", subject } };
}

function lettered(state: ListState, event: KeyEvent, quiet: boolean): ListState {
  const { key } = event;
  if (key.kind === "named") return state;
  const one = key.text === "r" || (key.text === "R" && state.group.length === 0);
  if (key.kind === "text" && quiet && (one || key.text === "R")) {
    const panel = update(state.panel, { ...event, key: { kind: "text", text: "r" } });
    const doubtful = panel.doubtful ? { ...panel.doubtful, text: key.text } : null;
    return { ...state, panel: { ...panel, doubtful }, rejecting: one ? [state.selected] : state.group };
  }
  return followed(state, update(state.panel, { ...event, key: { kind: "paste", text: key.text } }), [state.selected]);
}

function moved(state: ListState, event: KeyEvent, by: number): ListState {
  const { waiting, selected } = state;
  const index = Math.min(waiting.length - 1, Math.max(0, waiting.indexOf(selected) + by));
  const panel = update(state.panel, { ...event, key: { kind: "named", name: "other" } });
  return select({ ...state, panel }, waiting[index] ?? selected);
}

function select(state: ListState, selected: ApprovalSubject): ListState {
  return { ...state, selected, panel: { ...state.panel, content: state.contentOf(selected) } };
}

function followed(state: ListState, panel: PanelState, targets: readonly ApprovalSubject[]): ListState {
  if (panel === state.panel) return state;
  if (!panel.outcome) return { ...state, panel };
  return { ...state, panel, outcome: { kind: "decided", decision: panel.outcome, subjects: targets, grants: false } };
}

function joinedOrLeft(state: ListState, waiting: readonly ApprovalSubject[], at: number): ListState {
  const before = state.waiting;
  if (waiting.length === before.length && waiting.every((each, index) => each === before[index])) return state;
  const [first] = waiting;
  if (!first || waiting.length < 2) return { ...state, waiting, outcome: { kind: "over" } };
  const index = Math.min(waiting.length - 1, before.indexOf(state.selected));
  const selected = waiting.includes(state.selected) ? state.selected : (waiting[index] ?? first);
  const rejecting = state.rejecting.filter((each) => waiting.includes(each));
  const armedAnew = { ...state.panel, lastKeyAt: at, now: at, place: { n: 1, of: waiting.length } };
  const panel = state.panel.mode === "rejecting" && rejecting.length === 0 ? withoutReason(armedAnew) : armedAnew;
  return select({ ...state, waiting, group: commonGroup(waiting), rejecting, panel }, selected);
}

/** What was written of a reason stays with the typed text. */
function withoutReason(panel: PanelState): PanelState {
  return { ...panel, mode: "reading", doubtful: null, typed: [panel.typed, panel.reason].join(""), reason: "" };
}

function withSeen(state: ListState): ListState {
  const { from, count } = listWindow(state);
  const fresh = state.waiting.slice(from, from + count).filter((each) => !state.seen.has(each));
  return fresh.length === 0 ? state : { ...state, seen: new Set([...state.seen, ...fresh]) };
}
