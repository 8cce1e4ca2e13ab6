import type { KeyName } from "../ui/keys.ts";
import { endOf, isBefore, type Position, placeAt, scrolled, start, visibleWindow } from "../ui/text-document.ts";
import type { PageName } from "./panel-content.ts";
import { layoutOf, type PanelState } from "./panel-model.ts";

const tabOrder: readonly PageName[] = ["task", "prompt", "changed", "rights", "ids"];

export function moved(state: PanelState, name: KeyName): PanelState {
  const { textWidth, bodyRows } = layoutOf(state);
  const document = state.content.pages[state.page];
  const to = (position: Position) => ({ ...state, scroll: { ...state.scroll, [state.page]: position } });
  const by = (rows: number) => to(scrolled(document, state.scroll[state.page], rows, textWidth, bodyRows));
  const page = Math.max(1, bodyRows - 1);
  switch (name) {
    case "up":
      return by(-1);
    case "down":
      return by(1);
    case "page-up":
      return by(-page);
    case "page-down":
      return by(page);
    case "home":
      return to(start);
    case "end":
      return to(endOf(document, textWidth, bodyRows));
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
