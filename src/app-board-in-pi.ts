import type { ExtensionContext } from "@mariozechner/pi-coding-agent";
import type { App } from "./app.ts";
import { type BoardEntry, type BoardScreen, createRunningBoard, type RunningBoard } from "./approval/running-board.ts";
import { systemClock } from "./ui/clock.ts";
import type { Line } from "./ui/line.ts";
import { linesComponent } from "./ui/lines-component.ts";
import { piPalette } from "./ui/pi-ui.ts";

const key = "forge-agent";
const boards = new WeakMap<App, RunningBoard>();

/** Shows one more run of this session above Pi's editor, together with the others. The signal ends with the session. */
export function showOnBoard(
  app: App,
  ctx: ExtensionContext,
  signal: AbortSignal,
  title: string,
  options?: { readonly shownElsewhere?: boolean },
): BoardEntry {
  let board = boards.get(app);
  if (!board) {
    const made = createRunningBoard(boardScreen(ctx.ui, signal), systemClock);
    signal.addEventListener("abort", () => made.close(), { once: true });
    boards.set(app, made);
    board = made;
  }
  return board.begin(title.replace(/^project:/, ""), options);
}

/** One widget and one status, whatever happens on the board. Pi's `ui` throws once its session is over, which is nobody's fault here. */
function boardScreen(ui: ExtensionContext["ui"], signal: AbortSignal): BoardScreen {
  let rows: ((columns: number) => readonly Line[]) | undefined;
  let redraw = () => {};
  const onScreen = (show: () => void) => {
    if (signal.aborted) return;
    try {
      show();
    } catch {
      // The session ended between two frames.
    }
  };
  return {
    draw(next) {
      const isShown = rows !== undefined;
      rows = next;
      if (next !== undefined && isShown) return onScreen(() => redraw());
      if (next === undefined && !isShown) return;
      onScreen(() => {
        if (next === undefined) return ui.setWidget(key, undefined);
        ui.setWidget(key, (tui, theme) => {
          redraw = () => tui.requestRender();
          return linesComponent((columns) => rows?.(columns) ?? [], piPalette(theme));
        });
      });
    },
    status: (text) => onScreen(() => ui.setStatus(key, text)),
  };
}
