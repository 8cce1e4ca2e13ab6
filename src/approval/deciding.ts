import { escapeLines } from "../text/escape.ts";
import { wrapWidth } from "../text/measure.ts";
import { bottomEdge } from "../ui/frame.ts";
import { gutterRow } from "../ui/gutter.ts";
import type { KeyHint } from "../ui/key-hints.ts";
import { fitLine, type Line, line, span } from "../ui/line.ts";
import { isQuiet } from "../ui/quiet.ts";
import { typedEdge, typedForms } from "../ui/typed-edge.ts";
import type { Asker } from "./approver.ts";
import type { Forms } from "./fact-row.ts";
import { isExpired, type PanelState } from "./panel-model.ts";
import { needsReason, readyReasons } from "./reject-reason.ts";

/** What becomes of the reason for a rejection. */
export function reasonGoesTo(asker: Asker): string {
  return asker === "model" ? "the parent model will read this" : "kept in the history";
}

/** Whether one of the keys that run something would count now, and if not, why. */
export function readiness(state: PanelState, keys: readonly KeyHint[]): Line {
  if (isExpired(state, state.now)) return [span("expired: Esc, then ask again", "warning")];
  if (lacksReason(state)) return [span("choose or write a reason first", "warning")];
  const reading = state.mode === "reading";
  if (isQuiet(state, state.now)) return [span(reading ? readyFor(keys) : "ready", "good")];
  if (!reading) return [span("pause before Enter", "muted")];
  // Pressed again and again it would never count.
  const once = state.approveMissed ? `press ${keys[0]?.key ?? "it"} once` : "pause typing to arm";
  return [span(once, state.approveMissed ? "warning" : "muted")];
}

/** `ready: press Ctrl+Y/G` */
function readyFor(keys: readonly KeyHint[]): string {
  const [first = "", ...others] = keys.map(({ key }) => key);
  return `ready: press ${[first, ...others.map((key) => key.replace("Ctrl+", "/"))].join("")}`;
}

export function briefReadiness(state: PanelState): Line {
  if (isExpired(state, state.now)) return [span("expired", "warning")];
  if (lacksReason(state)) return [span("reason first", "warning")];
  return isQuiet(state, state.now) ? [span("ready", "good")] : [span("pause", "muted")];
}

function lacksReason({ mode, reason, reasonMissed }: PanelState): boolean {
  return mode === "rejecting" && reasonMissed && reason.trim() === "";
}

/** What is said of typed text that goes to the chat; nothing where it goes nowhere, or where it is the text that is being written. */
export function keptForms({ mode, content, typed }: PanelState): Forms {
  return mode === "reading" && content.asker !== "terminal" ? typedForms(typed) : [];
}

/** How much of it there is, on a lower edge that has nothing else to say. */
export function keptEdge(state: PanelState): Line {
  const { typed, size } = state;
  return typed === "" || keptForms(state).length === 0 ? bottomEdge(size.columns) : typedEdge(typed, size.columns);
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
