/*
 * One panel, as data. Time comes in with the events, so the same rules hold in Pi, in a terminal and in a test.
 *
 * The keyboard may be in the middle of something else when the panel appears, so:
 * 1. The panel is *quiet* when half a second has passed since its first frame and since the last key of any kind, and everything
 *    that was pressed by then has been read.
 * 2. Only Ctrl+Y approves, only from quiet, never as a key repeat, never with another key right behind it, and never
 *    later than ten minutes after the panel appeared. It approves the fingerprint of this state's plan and no other.
 * 3. Esc is "not now" at once: it is the safe answer.
 * 4. A letter is a command only from quiet. When text, Enter or a paste follows within half a second it was the beginning of
 *    prose: what it did is undone (it never did more than turn a page, open the reason or the task, or compare the prompt) and both
 *    are kept as typed text. Page keys that follow a page key are kept as well, and turn the page until text follows that is none. `]` leaves only after that half second.
 * 5. Rejecting takes `r`, a reason where a model reads it, and Enter from quiet; editing `e`, a changed task, and Enter from quiet. Enter in a burst is a
 *    line break. An edited task decides nothing: it is sealed anew and shown again.
 * 6. Text that was no command is given back to whoever shows the panel, and so is a reason or a task that was not sent.
 * 7. After the decision nothing changes any more.
 */
import type { Key, KeyName } from "../ui/keys.ts";
import { isDeliberate, isQuiet } from "../ui/quiet.ts";
import { textArea, typed } from "../ui/text-area.ts";
import type { PageName } from "./panel-content.ts";
import {
  type Doubtful,
  isExpired,
  isReadyReason,
  layoutOf,
  type PanelEvent,
  type PanelOutcome,
  type PanelState,
  type Undoable,
} from "./panel-model.ts";
import { moved, withSeen } from "./panel-scroll.ts";
import { needsReason, readyReasons, shortened } from "./reject-reason.ts";

type TextKey = Exclude<Key, { readonly kind: "named" }>;

export function update(state: PanelState, event: PanelEvent): PanelState {
  if (state.outcome) return state;
  switch (event.type) {
    case "abort":
      return { ...state, outcome: { kind: "aborted" } };
    case "place":
      return { ...state, place: event.place };
    case "resize":
      return withSeen({ ...state, size: event.size });
    case "tick":
      return ticked(state, event.at);
    case "shown":
      return seenFrom(state, event.at);
    case "key": {
      const quiet = isDeliberate(state, event);
      const before = settled(state, event.idleAt);
      if (before.outcome) return before;
      const after = pressed(before, event.key, quiet, event.at);
      const approveMissed = event.key.kind === "named" && event.key.name === "approve";
      return withSeen({ ...after, now: event.at, lastKeyAt: event.at, approveMissed });
    }
  }
}

/** Nobody can have judged what was not on the screen yet; what was typed until then stays typed. */
function seenFrom(state: PanelState, at: number): PanelState {
  const shownAt = state.lastKeyAt === state.shownAt ? at : state.shownAt;
  return { ...state, shownAt, lastKeyAt: at, now: at };
}

/** The same state unless something changed that is shown, so that a clock costs no frames. */
function ticked(state: PanelState, at: number): PanelState {
  const same = isQuiet(state, at) === isQuiet(state, state.now) && isExpired(state, at) === isExpired(state, state.now);
  return same ? state : settled({ ...state, now: at }, at);
}

/** Once it was quiet for long enough, a doubtful letter has been a command. */
function settled(state: PanelState, at: number): PanelState {
  if (!state.doubtful || !isQuiet(state, at)) return state;
  const meant = { ...state, doubtful: null };
  return meant.leaving ? decided(meant, { kind: "postponed" }) : meant;
}

function pressed(state: PanelState, key: Key, quiet: boolean, at: number): PanelState {
  if (key.kind === "named") return named(state, key.name, quiet && key.repeat !== true, at);
  if (state.doubtful) return followedByText(state, state.doubtful, key);
  if (state.mode === "editing") return drafted(state, key);
  if (key.kind === "text" && quiet) {
    const acted = commanded(state, key.text);
    if (acted) return { ...acted, doubtful: { text: key.text, before: beforeOf(state) } };
  }
  return stray(state, key.text);
}

function named(state: PanelState, name: KeyName, quiet: boolean, at: number): PanelState {
  switch (name) {
    case "approve":
      if (!quiet || state.mode !== "reading" || isExpired(state, at)) return state;
      return decided(state, {
        kind: "approved",
        executionFingerprint: state.content.executionFingerprint,
        viewedFullPrompt: state.viewedFullPrompt,
      });
    case "interrupt":
      return decided(state, { kind: "aborted" });
    case "escape":
      return escaped(state);
    case "enter":
      return entered(state, quiet);
    case "new-line":
      return typedOver(state, "\n");
    case "backspace":
      return erased(state.doubtful ? stray(undone(state), state.doubtful.text) : state);
    case "other":
      return state;
    default:
      if (state.mode === "editing") return drafted(state, { kind: "named", name });
      return state.mode === "reading" ? moved({ ...state, doubtful: null, leaving: false }, name) : state;
  }
}

function escaped(state: PanelState): PanelState {
  if (state.mode !== "reading") {
    const reason = isReadyReason(state) ? "" : state.reason;
    return { ...state, mode: "reading", doubtful: null, reasonMissed: false, reason };
  }
  if (state.page === "help") return { ...state, page: "task", doubtful: null };
  return decided(state, { kind: "dismissed" });
}

function entered(state: PanelState, quiet: boolean): PanelState {
  if (state.mode === "rejecting" && quiet) {
    const reason = shortened(state.reason);
    if (reason === "" && needsReason(state.content.asker)) return { ...state, reasonMissed: true };
    return decided(state, { kind: "rejected", reason });
  }
  if (state.mode === "editing" && quiet && state.draft) return sealedAgain(state, state.draft.text);
  return typedOver(state, "\n");
}

function typedOver(state: PanelState, text: string): PanelState {
  return state.doubtful ? stray(undone(state), state.doubtful.text + text) : stray(state, text);
}

function stray(state: PanelState, text: string): PanelState {
  if (state.mode === "editing") return drafted(state, { kind: "paste", text });
  if (state.mode === "rejecting") return { ...state, reason: written(state, text) };
  return { ...state, typed: state.typed + text };
}

/** What is written behind a ready reason stands apart from it. */
function written(state: PanelState, text: string): string {
  const apart = isReadyReason(state) && !text.startsWith("\n");
  return apart ? `${state.reason}; ${text.trimStart()}` : state.reason + text;
}

/** What a command letter was followed by makes prose of it. Of page keys alone the last one still turns the page: it decides nothing. */
function followedByText(state: PanelState, { text, before }: Doubtful, key: TextKey): PanelState {
  const prose = stray(undone(state), text + key.text);
  const turnsPages = before.mode === "reading" && (text === "" || commandPages.has(text)) && key.kind === "text";
  const page = turnsPages ? commandPages.get(key.text) : undefined;
  return page === undefined ? prose : { ...prose, page, doubtful: { text: "", before } };
}

function undone(state: PanelState): PanelState {
  return state.doubtful ? { ...state, ...state.doubtful.before, doubtful: null } : state;
}

function beforeOf({ mode, page, reason, leaving, verified }: PanelState): Undoable {
  return { mode, page, reason, leaving, verified };
}

function drafted(state: PanelState, key: Key): PanelState {
  return state.draft ? { ...state, draft: typed(state.draft, key, Math.max(1, layoutOf(state).bodyRows - 1)) } : state;
}

/** A task that says nothing, or what it said before, leaves everything as it is. */
function sealedAgain(state: PanelState, task: string): PanelState {
  if (task.trim() === "" || task === state.content.task) return { ...state, mode: "reading", draft: null };
  return decided(state, { kind: "edited", task });
}

function erased(state: PanelState): PanelState {
  const shorter = (text: string) => Array.from(text).slice(0, -1).join("");
  if (state.mode === "editing") return drafted(state, { kind: "named", name: "backspace" });
  if (state.mode === "rejecting") return { ...state, reason: shorter(state.reason) };
  return { ...state, typed: shorter(state.typed) };
}

const commandPages: ReadonlyMap<string, PageName> = new Map([
  ["1", "task"],
  ["2", "prompt"],
  ["3", "changed"],
  ["4", "rights"],
  ["5", "ids"],
  ["?", "help"],
]);

/** What a letter does when it is a command, or nothing. No command decides. */
function commanded(state: PanelState, text: string): PanelState | null {
  if (state.mode === "rejecting") {
    const reasons = readyReasons(state.content.asker);
    const ready = state.reason === "" || isReadyReason(state) ? reasons[Number(text) - 1] : undefined;
    return ready === undefined ? null : { ...state, reason: ready };
  }
  switch (text) {
    case "r":
      return { ...state, mode: "rejecting" };
    case "e":
      return { ...state, mode: "editing", draft: state.draft ?? textArea(state.content.task) };
    case "v":
      return { ...state, verified: state.content.verify(layoutOf(state).textWidth) };
    case "]":
      return state.place.of > 1 ? { ...state, leaving: true } : null;
    default: {
      const page = text === "?" && state.page === "help" ? "task" : commandPages.get(text);
      return page === undefined ? null : { ...state, page };
    }
  }
}

function decided(state: PanelState, outcome: PanelOutcome): PanelState {
  return { ...state, doubtful: null, outcome };
}
