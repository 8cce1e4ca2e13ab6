import { escapeLines } from "../text/escape.ts";
import { wrapWidth } from "../text/measure.ts";
import { gutterRow } from "../ui/gutter.ts";
import { fitLine, type Line, line, span } from "../ui/line.ts";
import type { Asker } from "./approver.ts";
import { isExpired, isQuiet, type PanelState, type Place } from "./panel-model.ts";
import { needsReason, readyReasons } from "./reject-reason.ts";

const askers: Readonly<Record<Asker, string>> = { person: "you", model: "parent model", terminal: "command line" };

export function askedBy(asker: Asker, place: Place): string {
  const order = place.of > 1 ? ` ─ ${place.n} of ${place.of}` : "";
  return `asked by: ${askers[asker]}${order}`;
}

/** What becomes of the reason for a rejection. */
export function reasonGoesTo(asker: Asker): string {
  return asker === "model" ? "the parent model will read this" : "kept in the history";
}

/** Whether a deciding key would count now, and if not, why; `ready` says which keys those are. */
export function readiness(state: PanelState, ready = "ready: press a Ctrl key"): Line {
  if (isExpired(state, state.now)) return [span("expired: Esc, then ask again", "warning")];
  if (lacksReason(state)) return [span("choose or write a reason first", "warning")];
  const reading = state.mode === "reading";
  if (isQuiet(state, state.now)) return [span(reading ? ready : "ready", "good")];
  return [span(reading ? "pause typing to arm" : "pause before Enter", "muted")];
}

export function briefReadiness(state: PanelState): Line {
  if (isExpired(state, state.now)) return [span("expired", "warning")];
  if (lacksReason(state)) return [span("reason first", "warning")];
  return isQuiet(state, state.now) ? [span("ready", "good")] : [span("pause", "muted")];
}

function lacksReason({ mode, reason, reasonMissed }: PanelState): boolean {
  return mode === "rejecting" && reasonMissed && reason.trim() === "";
}

/** The ready reasons, where there are any, and the one that is being written. */
export function reasonRows({ reason, content: { asker } }: PanelState, width: number, rows: number): Line[] {
  const reasons = readyReasons(asker).map((each, index) => `${index + 1} ${each}`);
  const ready = needsReason(asker) ? reasons.join("   ") : "A reason for yourself, or none:";
  const written = escapeLines(`${reason}█`).flatMap((each) =>
    wrapWidth(each, width - 1).map((text, index) => gutterRow({ kind: index === 0 ? "text" : "continued", text })),
  );
  return [fitLine(line(ready), width), ...written.slice(-Math.max(1, rows - 1))];
}
