import type { KeyName } from "../ui/keys.ts";
import { scrolledByKey } from "../ui/scroll-keys.ts";
import { isBefore, placeAt, visibleWindow } from "../ui/text-document.ts";
import type { PageName } from "./panel-content.ts";
import { layoutOf, type PanelState } from "./panel-model.ts";

const tabOrder: readonly PageName[] = ["task", "prompt", "changed", "rights", "ids"];

export function moved(state: PanelState, name: KeyName): PanelState {
  const { textWidth, bodyRows } = layoutOf(state);
  const document = state.content.pages[state.page];
  const position = scrolledByKey(document, state.scroll[state.page], name, textWidth, bodyRows);
  if (position) return { ...state, scroll: { ...state.scroll, [state.page]: position } };
  switch (name) {
    case "tab":
    case "right":
      return turned(state, 1);
    case "back-tab":
    case "left":
      return turned(state, -1);
    default:
      return state;
  }
}

function turned(state: PanelState, by: number): PanelState {
  const index = Math.max(0, tabOrder.indexOf(state.page));
  return { ...state, page: tabOrder[(index + by + tabOrder.length) % tabOrder.length] ?? "task" };
}

export function withSeen(state: PanelState): PanelState {
  if (state.page !== "prompt" || state.mode !== "reading" || state.viewedFullPrompt) return state;
  const { textWidth, bodyRows } = layoutOf(state);
  const document = state.content.pages.prompt;
  const from = placeAt(document, state.scroll.prompt, textWidth);
  const seen = placeAt(document, state.seen, textWidth);
  if (bodyRows === 0 || isBefore(seen, from)) return state;
  const { next } = visibleWindow(document, from, textWidth, bodyRows);
  if (next === null) return { ...state, viewedFullPrompt: true };
  return isBefore(seen, next) ? { ...state, seen: next } : state;
}
