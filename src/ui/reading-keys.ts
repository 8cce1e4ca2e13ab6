import type { KeyName } from "./keys.ts";

export interface Reading {
  /** What was typed into a view that has no use for it. */
  readonly typed: string;
  readonly closed: boolean;
}

/** What a named key does to any text that is read: it closes it, or changes what was typed meanwhile. */
export function readOn<State extends Reading>(state: State, name: KeyName): State {
  switch (name) {
    case "enter":
      return state.typed === "" ? { ...state, closed: true } : { ...state, typed: `${state.typed}\n` };
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
