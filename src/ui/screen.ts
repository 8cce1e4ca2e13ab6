import type { ReactElement } from "react";
import type { Ink } from "./ink.ts";
import type { Line, Palette } from "./line.ts";

/** Rows as an Ink element. */
export function screen(ink: Ink, lines: readonly Line[], palette: Palette): ReactElement {
  const rows = lines.map((spans, index) => {
    const styled = spans.filter((each) => each.text !== "").map((each) => palette(each.style, each.text));
    return ink.h(ink.Text, { key: index, wrap: "truncate" }, styled.join("") || " ");
  });
  return ink.h(ink.Box, { flexDirection: "column" }, ...rows);
}
