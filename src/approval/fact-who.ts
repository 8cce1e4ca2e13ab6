import { escapeText } from "../text/escape.ts";
import { type Line, span } from "../ui/line.ts";
import type { ApprovalSubject } from "./approver.ts";
import { fits, fitted, fittedText } from "./fact-row.ts";
import { dayInWords } from "./panel-words.ts";

/** A foreign host is named first; our own only on the last page. */
const ourHosts: readonly string[] = ["ours", "pi-forge-agent"];

/** Who it is and where that was read from; what the profile says of itself takes what room is left. */
export function whoLine(subject: ApprovalSubject, width: number, now: number): Line {
  const { profile, host, trustedSince } = subject;
  const id: Line = [span(escapeText(profile.id), "strong")];
  const foreign = ourHosts.includes(host) ? [] : [span(` · prompt by ${escapeText(host)}`, "warning")];
  const trusted = trustedSince === undefined ? [] : [span(`  trusted ${dayInWords(trustedSince, now)}`, "muted")];
  const from: Line = [span(`  from ${escapeText(profile.from)}`, "muted")];
  const full: Line = [...id, ...foreign, ...from, ...trusted];
  const said = profile.description || profile.name || "";
  const mark: Line = [span("  ▏", "muted")];
  const told = said === "" ? "" : fittedText(escapeText(said), [...full, ...mark], width);
  if (told !== "") return [...full, ...mark, span(told)];
  if (fits(full, width)) return full;
  return fitted(
    [
      [...id, ...foreign, ...trusted],
      [...id, ...foreign],
    ],
    width,
    5,
  );
}
