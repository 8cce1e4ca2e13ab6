import type { ReactElement } from "react";
import { escapeText } from "../text/escape.ts";
import { displayWidth, fitWidth, padWidth } from "../text/measure.ts";
import type { Ink } from "./ink.ts";
import type { Size } from "./view.ts";

/** What Pi calls a component. Pi 0.73 ends on a line too wide, and any Pi on a throw in `render`. */
export interface PiComponent {
  render(width: number): string[];
  handleInput(data: string): void;
  invalidate(): void;
}

export interface PiComponentOptions<State> {
  readonly ink: Ink;
  readonly state: () => State;
  /** Rows available, asked at every frame. */
  readonly height: () => number;
  /** Called before the state is read whenever the size differs from the last frame's. */
  readonly onSize?: (size: Size) => void;
  readonly view: (state: State, size: Size) => ReactElement;
  readonly onInput: (data: string) => void;
  /** A view that failed: the person sees a plain frame instead, and this hears why. */
  readonly onError: (cause: unknown) => void;
}

/** The one way from an Ink view to Pi: every line fits and is filled, none holds a line break, nothing throws. */
export function createPiComponent<State>(options: PiComponentOptions<State>): PiComponent {
  let cached: { state: State; width: number; height: number; lines: string[] } | undefined;
  let size: Size | undefined;
  const draw = (width: number): string[] => {
    const height = Math.max(1, Math.floor(options.height()) || 1);
    if (size?.columns !== width || size.rows !== height) options.onSize?.({ columns: width, rows: height });
    size = { columns: width, rows: height };
    const state = options.state();
    if (cached?.state === state && cached.width === width && cached.height === height) return cached.lines;
    const element = options.view(state, size);
    const rendered = options.ink.renderToString(element, { columns: width });
    const lines = fitFrame(rendered, width, height);
    cached = { state, width, height, lines };
    return lines;
  };
  return {
    render(width) {
      const columns = Math.max(0, Math.floor(width) || 0);
      if (columns === 0) return [""];
      try {
        return draw(columns);
      } catch (cause) {
        reported(options.onError, cause);
        return failureFrame(columns, cause);
      }
    },
    handleInput(data) {
      try {
        options.onInput(data);
      } catch (cause) {
        reported(options.onError, cause);
      }
    },
    invalidate() {
      cached = undefined;
    },
  };
}

const styling = /\x1b\[[0-9;:]*m/g;

export function fitFrame(rendered: string, width: number, height: number): string[] {
  return rendered
    .split("\n")
    .slice(0, height)
    .map((line) => {
      const text = line.replace(styling, "");
      // Whatever else a styled line may hold, only colour reaches the terminal.
      if (/[\p{Cc}]/u.test(text)) return padWidth(escapeText(text), width);
      const taken = displayWidth(text);
      return taken > width ? padWidth(text, width) : line + " ".repeat(width - taken);
    });
}

export function failureFrame(width: number, cause: unknown): string[] {
  const reason = cause instanceof Error ? cause.message : String(cause);
  const rows = ["This view could not be drawn; nothing was decided.", escapeText(reason), "Esc closes it."];
  return rows.map((row) => padWidth(fitWidth(row, width), width));
}

function reported(onError: (cause: unknown) => void, cause: unknown): void {
  try {
    onError(cause);
  } catch {
    // A failing reporter must not end Pi; the frame on screen already names the cause.
  }
}
