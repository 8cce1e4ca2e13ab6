import { displayWidth } from "../text/measure.ts";
import { bottomEdge } from "./frame.ts";
import { type Line, line } from "./line.ts";

/** The lower edge of a view that keeps what is typed into it, which says so: before anything was typed, and how much there is. */
export function typedEdge(typed: string, columns: number): Line {
  if (typed === "") return bottomEdge(columns, [], line("typed keys are kept for chat", "muted"));
  const count = Array.from(typed).length;
  const kept = `${count} typed ${count === 1 ? "key is" : "keys are"} kept for chat`;
  const whole = `${kept} · Backspace takes back`;
  return bottomEdge(columns, line(displayWidth(whole) <= columns - 4 ? whole : kept, "warning"));
}
