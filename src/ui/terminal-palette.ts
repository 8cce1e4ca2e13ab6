import { noColour, type Palette, type Style } from "./line.ts";

const codes: Readonly<Record<Exclude<Style, "plain">, readonly [number, number]>> = {
  strong: [1, 22],
  accent: [36, 39],
  muted: [90, 39],
  good: [32, 39],
  warning: [33, 39],
  danger: [31, 39],
};

export function terminalPalette(coloured: boolean): Palette {
  if (!coloured) return noColour;
  return (style, text) => (style === "plain" ? text : `\x1b[${codes[style][0]}m${text}\x1b[${codes[style][1]}m`);
}
