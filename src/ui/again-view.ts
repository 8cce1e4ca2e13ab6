import { type KeyHint, keyHints } from "./key-hints.ts";
import { padLine } from "./line.ts";
import { screen } from "./screen.ts";
import type { HostEvent, View } from "./view.ts";

export interface AgainState {
  readonly columns: number;
  readonly again: boolean;
  readonly typed: string;
  readonly closed: boolean;
}

/** One row that offers to prepare a run again. Only Tab does that; whatever else is typed closes it and is kept. */
export function againView(): View<AgainState, never> {
  return {
    start: ({ columns }) => ({ columns, again: false, typed: "", closed: false }),
    update,
    draw: (ink, state, palette) => screen(ink, [padLine(keyHints(hints, state.columns), state.columns)], palette),
    isFinished: (state) => state.closed,
  };
}

function update(state: AgainState, event: HostEvent): AgainState {
  switch (event.type) {
    case "abort":
      return { ...state, closed: true };
    case "resize":
      return { ...state, columns: event.size.columns };
    case "tick":
    case "shown":
      return state;
    case "key":
      if (event.key.kind !== "named") return { ...state, typed: state.typed + event.key.text, closed: true };
      return { ...state, closed: true, again: event.key.name === "tab" && !event.burst };
  }
}

const hints: readonly KeyHint[] = [
  { key: "Tab", does: "prepare the same again, to be approved anew" },
  { key: "any other key", does: "goes on" },
];
