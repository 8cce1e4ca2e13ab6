import type { ApprovalSubject } from "../../src/approval/approver.ts";
import { panelContent } from "../../src/approval/panel-content.ts";
import { type PanelState, panelState } from "../../src/approval/panel-model.ts";
import { update } from "../../src/approval/panel-state.ts";
import { decodeKeys } from "../../src/ui/keys.ts";
import type { Size } from "../../src/ui/view.ts";
import { aSubject } from "./a-subject.ts";

export const size80: Size = { columns: 80, rows: 24 };

const content = panelContent(aSubject());

export function aPanel(subject?: ApprovalSubject, size = size80): PanelState {
  return panelState({ content: subject ? panelContent(subject) : content, place: { n: 1, of: 1 }, size, at: 0 });
}

/** Bytes, and the milliseconds since the panel appeared at which they arrive. */
export type Press = readonly [bytes: string, at: number];

export function pressed(state: PanelState, ...presses: readonly Press[]): PanelState {
  let next = state;
  for (const [bytes, at] of presses) {
    const keys = decodeKeys(bytes);
    for (const key of keys) next = update(next, { type: "key", key, at, idleAt: at, burst: keys.length > 1 });
  }
  return next;
}

/** One press a second, so that every key is armed. */
export function deliberately(state: PanelState, ...keys: readonly string[]): PanelState {
  return pressed(state, ...keys.map((bytes, index): Press => [bytes, (index + 1) * 1000]));
}

export const key = {
  approve: "\u0019",
  escape: "\u001b",
  enter: "\r",
  backspace: "\u007f",
  pageDown: "\u001b[6~",
  end: "\u001b[F",
  down: "\u001b[B",
  tab: "\t",
  interrupt: "\u0003",
} as const;

export function paste(text: string): string {
  return `\u001b[200~${text}\u001b[201~`;
}

/** Keys with the gap before each, as presses at points in time. */
export function timed(keys: readonly (readonly [bytes: string, gap: number])[], begins: number): Press[] {
  let at = begins;
  return keys.map(([bytes, gap]) => {
    at += gap;
    return [bytes, at];
  });
}
