import { escapeText } from "../text/escape.ts";
import { type Line, span } from "../ui/line.ts";
import type { ApprovalSubject } from "./approver.ts";
import { fitted, fittedText } from "./fact-row.ts";
import { dayInWords, isOurHost } from "./panel-words.ts";

/** A foreign host is named first; our own only on the last page. Who it is and where that was read from; what the profile says of itself takes what room is left. */
export function whoLine(subject: ApprovalSubject, width: number, now: number): Line {
  const { profile, host, trustedSince } = subject;
  const id: Line = [span(escapeText(profile.id), "strong")];
  const foreign = isOurHost(host) ? [] : [span(` · prompt by ${escapeText(host)}`, "warning")];
  const trusted = trustedSince === undefined ? [] : [span(`  trusted ${dayInWords(trustedSince, now)}`, "muted")];
  const withPlace = (place: string): Line => {
    const from = span(`  from ${escapeText(place)}`, "muted");
    return [...id, ...foreign, from, ...trusted];
  };
  const places = [withPlace(profile.from), withPlace(shortPlace(profile.from))];
  const said = profile.description || profile.name || "";
  const mark: Line = [span("  ▏", "muted")];
  for (const place of places) {
    const told = said === "" ? "" : fittedText(escapeText(said), [...place, ...mark], width);
    if (told !== "") return [...place, ...mark, span(told)];
  }
  return fitted([...places, [...id, ...foreign, ...trusted], [...id, ...foreign]], width, 5);
}

/** `.pi/forge` of `.pi/forge/agents/reviewer.json`; the last page has it whole. */
function shortPlace(from: string): string {
  return from.split("/").slice(0, 2).join("/");
}
