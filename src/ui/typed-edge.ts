import { counted } from "../text/format.ts";
import { fitsWidth } from "../text/measure.ts";
import { bottomEdge } from "./frame.ts";
import { type Line, line, lineText } from "./line.ts";

/** What a view that keeps what is typed into it says of that: before anything was typed, and how much there is; the longest first. */
export function typedForms(typed: string): readonly [Line, ...Line[]] {
  if (typed === "") return [line("typed keys are kept for chat", "muted")];
  const count = Array.from(typed).length;
  const kept = `${count} typed ${count === 1 ? "key is" : "keys are"} kept for chat`;
  return [
    line(`${kept} · Backspace takes back`, "warning"),
    line(kept, "warning"),
    line(`${counted(count, "key")} kept`, "warning"),
  ];
}

/** The same as the lower edge. */
export function typedEdge(typed: string, columns: number): Line {
  const forms = typedForms(typed);
  if (typed === "") return bottomEdge(columns, [], forms[0]);
  const room = columns - 4;
  return bottomEdge(columns, forms.find((each) => fitsWidth(lineText(each), room)) ?? forms.at(-1));
}
