import { displayWidth } from "../text/measure.ts";
import { fitLine, type Line, lineText, padLine, span } from "./line.ts";

/** Columns that a framed row leaves for its content. */
export function innerWidth(width: number): number {
  return Math.max(0, width - 4);
}

export function framedRow(content: Line, width: number): Line {
  if (width < 4) return padLine(content, width);
  return [span("│ ", "muted"), ...padLine(content, innerWidth(width)), span(" │", "muted")];
}

export function topEdge(title: Line, note: Line, width: number): Line {
  return edge("┌", "┐", title, note, width);
}

export function divider(title: Line, note: Line, width: number): Line {
  return edge("├", "┤", title, note, width);
}

export function bottomEdge(width: number, title: Line = [], note: Line = []): Line {
  return edge("└", "┘", title, note, width);
}

/** Columns that a title may take in an edge so that the note still stands at its end. */
export function titleRoom(note: Line, width: number): number {
  return width - displayWidth(lineText(note)) - 8;
}

function edge(left: string, right: string, title: Line, note: Line, width: number): Line {
  if (width < 2) return padLine([span("─", "muted")], width);
  const inner = width - 2;
  const head = labelled(title, inner);
  const rest = inner - displayWidth(lineText(head));
  const tail = rest > displayWidth(lineText(note)) + 3 ? labelled(note, rest) : [];
  const rule = "─".repeat(Math.max(0, rest - displayWidth(lineText(tail))));
  return [span(left, "muted"), ...head, span(rule, "muted"), ...tail, span(right, "muted")];
}

function labelled(label: Line, width: number): Line {
  if (label.length === 0 || width < 4) return [];
  return [span(" "), ...fitLine(label, width - 2), span(" ")];
}
