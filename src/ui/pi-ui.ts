import type { Palette, Style } from "./line.ts";
import type { PiComponent } from "./pi-component.ts";

/** The part of Pi's `ctx.ui` that our views use, written down here so that nothing of Pi is loaded. */
export interface PiUi {
  custom<T>(
    factory: (
      tui: PiTui,
      theme: PiTheme,
      keybindings: unknown,
      done: (result: T) => void,
    ) => PiComponent & { dispose?(): void },
    options?: { overlay?: boolean; overlayOptions?: PiOverlayOptions },
  ): Promise<T>;
  pasteToEditor(text: string): void;
}

export interface PiTui {
  requestRender(): void;
  readonly terminal: { readonly rows: number; readonly columns: number };
}

export interface PiOverlayOptions {
  width?: `${number}%`;
  maxHeight?: `${number}%`;
  anchor?: "top-left" | "bottom-left";
}

export interface PiTheme {
  fg(color: PiColour, text: string): string;
  bold(text: string): string;
}

type PiColour = "accent" | "muted" | "success" | "warning" | "error";

const colours: Readonly<Record<Exclude<Style, "plain" | "strong">, PiColour>> = {
  accent: "accent",
  muted: "muted",
  good: "success",
  warning: "warning",
  danger: "error",
};

export function piPalette(theme: PiTheme): Palette {
  return (style, text) => {
    if (style === "plain") return text;
    return style === "strong" ? theme.bold(text) : theme.fg(colours[style], text);
  };
}

/** What was typed into a view and meant nothing to it belongs into the editor. */
export function giveBack(ui: PiUi, text: string): void {
  if (text.trim() !== "") ui.pasteToEditor(text);
}
