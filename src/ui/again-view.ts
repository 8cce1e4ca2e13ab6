import { fitsWidth } from "../text/measure.ts";
import { fitLine, type Line, lineText, padLine, span } from "./line.ts";
import { screen } from "./screen.ts";
import type { HostEvent, KeyEvent, View } from "./view.ts";

export interface AgainState {
  readonly columns: number;
  /** From when on a person can have read what Tab does. */
  readonly shownAt: number;
  readonly again: boolean;
  readonly typed: string;
  readonly closed: boolean;
}

/** One row that offers to prepare a run again. Only Tab does that; whatever else is typed closes it and is kept. `later` is where it is offered still. */
export function againView(later: string): View<AgainState, never> {
  return {
    start: ({ columns }) => ({
      columns,
      shownAt: Number.POSITIVE_INFINITY,
      again: false,
      typed: "",
      closed: false,
    }),
    update,
    draw: (ink, { columns }, palette) => screen(ink, [padLine(offer(later, columns), columns)], palette),
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
      return state;
    case "shown":
      return { ...state, shownAt: event.at };
    case "key":
      return pressed(state, event);
  }
}

function pressed(state: AgainState, { key, idleAt, burst }: KeyEvent): AgainState {
  if (key.kind !== "named") return { ...state, typed: state.typed + key.text, closed: true };
  if (key.name !== "tab") return { ...state, closed: true };
  // A Tab that was meant for something else neither prepares a run nor takes the offer away.
  return burst || idleAt < state.shownAt ? state : { ...state, closed: true, again: true };
}

/** The longest wording that fits. */
function offer(later: string, columns: number): Line {
  const forms = [
    [" prepare the same again, to be approved anew", `any other key goes on   later: r in ${later}`],
    [" prepare again", `other keys go on   later: r in ${later}`],
    [" again", `later: r in ${later.replace(/^.* (?=history )/, "")}`],
  ].map(([does = "", others = ""]): Line => [span("Tab", "strong"), span(`${does}   ${others}`, "muted")]);
  return forms.find((each) => fitsWidth(lineText(each), columns)) ?? fitLine(forms.at(-1) ?? [], columns);
}
