import { innerWidth } from "../ui/frame.ts";
import type { Size } from "../ui/view.ts";
import type { PageName } from "./panel-content.ts";
import type { Fact } from "./panel-facts.ts";

/** Which rows are drawn at a size. The seal, the keys, who and where are the last to go. */
export interface PanelLayout {
  /** Edges, dividers and side borders. */
  readonly framed: boolean;
  readonly textWidth: number;
  readonly facts: readonly Fact[];
  readonly tabs: boolean;
  readonly keys: boolean;
  readonly bodyRows: number;
}

const framedFrom = { columns: 24, rows: 12 };
const leastBody = 3;

export function panelLayout(facts: readonly Fact[], page: PageName, size: Size): PanelLayout {
  const framed = size.columns >= framedFrom.columns && size.rows >= framedFrom.rows;
  const tabs = framed;
  // Title, two dividers and the bottom edge, or nothing; then keys and seal.
  const fixed = framed ? 6 : size.rows >= 4 ? 2 : 1;
  const free = Math.max(0, size.rows - fixed);
  const wanted = page === "task" ? facts.length : Math.min(3, facts.length);
  const room = framed ? Math.max(2, free - leastBody) : size.rows >= 8 ? free - 2 : free;
  const shown = mostImportant(facts, Math.min(wanted, room));
  return {
    framed,
    textWidth: Math.max(1, framed ? innerWidth(size.columns) : size.columns),
    facts: shown,
    tabs,
    keys: size.rows >= 2 && fixed >= 2,
    bodyRows: Math.max(0, free - shown.length),
  };
}

function mostImportant(facts: readonly Fact[], count: number): Fact[] {
  const kept = new Set([...facts].sort((a, b) => a.rank - b.rank).slice(0, Math.max(0, count)));
  return facts.filter((fact) => kept.has(fact));
}
