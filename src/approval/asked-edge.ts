import { titleRoom, topEdge } from "../ui/frame.ts";
import { type Line, line } from "../ui/line.ts";
import type { Asker } from "./approver.ts";
import { type Forms, fits } from "./fact-row.ts";
import type { PanelState, Place } from "./panel-model.ts";

const askers: Readonly<Record<Asker, string>> = { person: "you", model: "parent model", terminal: "command line" };

/** The upper edge. The words of the title, the longest first, and then the place give room to who asks. */
export function askedEdge(
  titles: Forms,
  { content, place }: Pick<PanelState, "content" | "place">,
  columns: number,
): Line {
  for (const note of notes(content.asker, place)) {
    const title = titles.find((each) => fits(each, titleRoom(note, columns)));
    if (title) return topEdge(title, note, columns);
  }
  return topEdge(titles.find((each) => fits(each, columns - 4)) ?? titles.at(-1) ?? [], [], columns);
}

function notes(asker: Asker, place: Place): Line[] {
  const asked = `asked by: ${askers[asker]}`;
  const order = place.of > 1 ? [`${asked} ─ ${place.n} of ${place.of}`] : [];
  return [...order, asked, `by ${askers[asker]}`].map((each) => line(each, "muted"));
}
