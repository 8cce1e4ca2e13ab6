import { innerWidth } from "../ui/frame.ts";
import type { Size } from "../ui/view.ts";
import type { FactRow } from "./fact-row.ts";
import type { PageName } from "./panel-content.ts";

/** Which rows are drawn at a size. The seal, the keys, who and where are the last to go. */
export interface PanelLayout {
  /** Edges, dividers and side borders. */
  readonly framed: boolean;
  readonly textWidth: number;
  readonly facts: readonly FactRow[];
  readonly tabs: boolean;
  /** Rows of keys; the seal has one more. */
  readonly keyRows: 0 | 1 | 2;
  readonly bodyRows: number;
}

const framedFrom = { columns: 24, rows: 12 };
const twoKeyRowsFrom = 20;
const leastBody = 3;

export function panelLayout(factsAt: (columns: number) => readonly FactRow[], page: PageName, size: Size): PanelLayout {
  const framed = size.columns >= framedFrom.columns && size.rows >= framedFrom.rows;
  const textWidth = Math.max(1, framed ? innerWidth(size.columns) : size.columns);
  const facts = factsAt(textWidth);
  const keyRows = framed ? (size.rows >= twoKeyRowsFrom ? 2 : 1) : size.rows >= 4 ? 1 : 0;
  // Title, two dividers and the bottom edge, or nothing; then keys and seal.
  const fixed = (framed ? 4 : 0) + keyRows + 1;
  const free = Math.max(0, size.rows - fixed);
  const wanted = page === "task" ? facts.length : Math.min(3, facts.length);
  const room = framed ? Math.max(2, free - leastBody) : size.rows >= 8 ? free - 2 : free;
  const shown = mostImportant(facts, Math.min(wanted, room));
  return {
    framed,
    textWidth,
    facts: shown,
    tabs: framed,
    keyRows,
    bodyRows: Math.max(0, free - shown.length),
  };
}

function mostImportant(facts: readonly FactRow[], count: number): FactRow[] {
  const kept = new Set([...facts].sort((a, b) => a.rank - b.rank).slice(0, Math.max(0, count)));
  return facts.filter((fact) => kept.has(fact));
}
