import type { KeyHint } from "./key-hints.ts";
import type { KeyName } from "./keys.ts";
import { isDeliberate, type LastKey } from "./quiet.ts";
import type { KeyEvent } from "./view.ts";

export interface Reading extends LastKey {
  /** What was typed into a view that has no use for it. */
  readonly typed: string;
  readonly closed: boolean;
}

/** Before the first frame nothing can have been read, however long that takes. */
export const unread: Reading = { typed: "", closed: false, lastKeyAt: Number.POSITIVE_INFINITY };

export function readFrom<State extends Reading>(state: State, at: number): State {
  return { ...state, lastKeyAt: at };
}

/** After every key, so that one behind it is no press after a pause. */
export function readUntil<State extends Reading>(state: State, { at }: KeyEvent): State {
  return { ...state, lastKeyAt: Math.max(state.lastKeyAt, at) };
}

/** What a named key does to any text that is read: it closes it, or changes what was typed meanwhile. */
export function readOn<State extends Reading>(state: State, name: KeyName, event: KeyEvent): State {
  switch (name) {
    case "enter":
      if (state.typed !== "") return { ...state, typed: `${state.typed}\n` };
      // The Enter that asked for it may come twice, and nobody has read it by then.
      return isDeliberate(state, event) && !isRepeat(event) ? { ...state, closed: true } : state;
    case "new-line":
      return { ...state, typed: `${state.typed}\n` };
    case "backspace":
      return { ...state, typed: Array.from(state.typed).slice(0, -1).join("") };
    case "escape":
    case "interrupt":
      return { ...state, closed: true };
    default:
      return state;
  }
}

function isRepeat({ key }: KeyEvent): boolean {
  return key.kind === "named" && key.repeat === true;
}

/** Behind typed text Enter is a line break. */
export function closingHint({ typed }: Reading): KeyHint {
  return { key: typed === "" ? "Enter Esc" : "Esc", does: "close" };
}
