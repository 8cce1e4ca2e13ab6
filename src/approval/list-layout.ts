import { innerWidth } from "../ui/frame.ts";
import type { ListState } from "./list-state.ts";

interface ListLayout {
  readonly framed: boolean;
  readonly textWidth: number;
  /** Rows of what is the same for the group. */
  readonly commonRows: number;
  readonly itemRows: number;
  /** Of what can be pressed; the seal has one more. */
  readonly keyRows: number;
}

const mostCommonRows = 4;

/** Rows that the list needs to show everything. */
export function listHeight({ waiting, group }: Pick<ListState, "waiting" | "group">): number {
  return 2 + (group.length > 0 ? mostCommonRows : 1) + waiting.length + 3;
}

/** The plans and the keys are the last to go. */
export function listLayout({ panel, group, waiting }: Pick<ListState, "panel" | "group" | "waiting">): ListLayout {
  const { columns, rows } = panel.size;
  const framed = rows >= 8 && columns >= 24;
  const keyRows = rows >= listHeight({ waiting, group }) ? 2 : Math.min(1, Math.max(0, rows - 2));
  const sealRows = Math.min(1, Math.max(0, rows - 1));
  const free = rows - (framed ? 2 : 0) - keyRows - sealRows;
  const wanted = group.length > 0 ? mostCommonRows : 1;
  const commonRows = Math.max(0, Math.min(wanted, free - Math.min(waiting.length, 3)));
  return {
    framed,
    textWidth: Math.max(1, framed ? innerWidth(columns) : columns),
    commonRows,
    itemRows: Math.max(0, free - commonRows),
    keyRows,
  };
}

/** Which of the waiting are on screen: the selected one always is. */
export function listWindow(state: Pick<ListState, "panel" | "group" | "waiting" | "selected">) {
  const { waiting, selected, panel } = state;
  const count = panel.mode === "rejecting" ? 0 : Math.min(waiting.length, listLayout(state).itemRows);
  const index = waiting.indexOf(selected);
  const from = Math.max(0, Math.min(waiting.length - count, index - Math.floor(count / 2)));
  return { from, count };
}
