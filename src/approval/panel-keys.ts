import type { KeyHint } from "../ui/key-hints.ts";
import { grantInFewWords, grantInWords } from "./grant-offer.ts";
import type { PanelState } from "./panel-model.ts";
import { needsReason } from "./reject-reason.ts";

type KeyRows = readonly [readonly KeyHint[], readonly KeyHint[]];

/** What the keys do now: those that decide for the run, and the others. */
export function keysOf(state: PanelState, width: number): KeyRows {
  switch (state.mode) {
    case "rejecting":
      return [rejectingKeys(state).slice(0, 2), rejectingKeys(state).slice(2)];
    case "editing":
      return [editingKeys.slice(0, 2), editingKeys.slice(2)];
    case "reading":
      return readingKeys(state, width);
  }
}

export function rejectingKeys({ content }: PanelState): readonly KeyHint[] {
  const isRead = needsReason(content.asker);
  return [
    { key: "Enter", does: isRead ? "send" : "reject" },
    { key: "Esc", does: "back, nothing decided" },
    ...(isRead ? [{ key: "1-4", does: "ready reason" }] : []),
    { key: "Shift+Enter", does: "new line" },
  ];
}

const editingKeys: readonly KeyHint[] = [
  { key: "Enter", does: "seal again" },
  { key: "Esc", does: "back" },
  { key: "Shift+Enter", does: "new line" },
];

/** Fewer columns than this get the shortest words. */
const wordsFrom = 60;

function readingKeys({ content, place }: PanelState, width: number): KeyRows {
  const short = width < wordsFrom;
  const run = short ? "run" : "run once";
  return [
    [
      { key: "Ctrl+Y", does: content.besides ? `${content.besides} and ${run}` : run },
      ...(content.grant
        ? [{ key: "Ctrl+G", does: short ? grantInFewWords(content.grant) : grantInWords(content.grant) }]
        : []),
    ],
    [
      { key: "r", does: short || !needsReason(content.asker) ? "reject" : "reject, say why" },
      { key: "Esc", does: content.fromList ? "to the list" : "not now" },
      { key: "e", does: "edit task" },
      ...(place.of > 1 ? [{ key: "]", does: "next" }] : []),
      { key: "v", does: "verify" },
      { key: "?", does: "help" },
    ],
  ];
}
