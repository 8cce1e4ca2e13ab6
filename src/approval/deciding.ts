import { escapeLines } from "../text/escape.ts";
import { wrapWidth } from "../text/measure.ts";
import { gutterRow } from "../ui/gutter.ts";
import { fitLine, type Line, line, span } from "../ui/line.ts";
import type { Asker } from "./approver.ts";
import { isExpired, isQuiet, type PanelState, type Place } from "./panel-model.ts";
import { readyReasons } from "./reject-reason.ts";

const askers: Readonly<Record<Asker, string>> = { person: "you", model: "parent model", terminal: "command line" };

export function askedBy(asker: Asker, place: Place): string {
  const order = place.of > 1 ? ` ─ ${place.n} of ${place.of}` : "";
  return `asked by: ${askers[asker]}${order}`;
}

/** Who will read why a run was rejected. */
export function readerOf(asker: Asker): string {
  return asker === "model" ? "the parent model" : "the record";
}

/** Whether a deciding key would count now, and if not, why; `ready` says which keys those are. */
export function readiness(state: PanelState, ready = "ready: press a Ctrl key"): Line {
  if (isExpired(state, state.now)) return [span("expired: Esc, then ask again", "warning")];
  const reading = state.mode === "reading";
  if (isQuiet(state, state.now)) return [span(reading ? ready : "ready", "good")];
  return [span(reading ? "pause typing to arm" : "pause before Enter", "muted")];
}

export function briefReadiness(state: PanelState): Line {
  if (isExpired(state, state.now)) return [span("expired", "warning")];
  return isQuiet(state, state.now) ? [span("ready", "good")] : [span("pause", "muted")];
}

/** The ready reasons and the one that is being written. */
export function reasonRows(reason: string, width: number, rows: number): Line[] {
  const ready = readyReasons.map((each, index) => `${index + 1} ${each}`).join("   ");
  const written = escapeLines(`${reason}█`).flatMap((each) =>
    wrapWidth(each, width - 1).map((text, index) => gutterRow({ kind: index === 0 ? "text" : "continued", text })),
  );
  return [fitLine(line(ready), width), ...written.slice(-Math.max(1, rows - 1))];
}
