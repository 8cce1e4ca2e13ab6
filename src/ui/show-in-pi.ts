import type { UiClock } from "./clock.ts";
import { createDeliberateKeys } from "./deliberate-keys.ts";
import type { Ink } from "./ink.ts";
import { decodeKeys } from "./keys.ts";
import { createPiComponent } from "./pi-component.ts";
import { type PiUi, piPalette } from "./pi-ui.ts";
import { type HostEvent, type Shown, tickMs, type View } from "./view.ts";

export interface PiHost {
  readonly ui: PiUi;
  readonly ink: Ink;
  readonly clock: UiClock;
  readonly signal: AbortSignal;
  /** An overlay covers the screen; otherwise the view stands where the editor is. */
  readonly overlay: boolean;
  /** Rows for a view that is no overlay. */
  readonly rows?: number;
}

/**
 * Shows a view in Pi until it is finished. Pi without a screen (RPC, print) resolves `custom` without ever calling the factory:
 * that is "no screen", never an answer.
 */
export async function showInPi<State, Event>(view: View<State, Event>, host: PiHost): Promise<Shown<State>> {
  const { ui, ink, clock, signal } = host;
  let ended: Shown<State> | undefined;
  await ui.custom<null>(
    (tui, theme, _keybindings, done) => {
      const palette = piPalette(theme);
      const available = () => (host.overlay ? tui.terminal.rows : (host.rows ?? 1));
      let state = view.start({ columns: tui.terminal.columns, rows: available() }, clock.now());
      const rows = () => Math.min(available(), view.rows?.(state) ?? Number.POSITIVE_INFINITY);
      const stops: (() => void)[] = [];
      const end = (how: Shown<State>) => {
        if (ended) return;
        ended = how;
        for (const stop of stops) stop();
        done(null);
      };
      // A view that cannot be seen must not be answered; Pi may not be called back while it draws.
      const failed = (cause: unknown) => queueMicrotask(() => end({ kind: "failed", cause, state }));
      const take = (event: Event | HostEvent) => {
        try {
          const next = ended ? state : view.update(state, event);
          if (next === state) return;
          state = next;
          if (view.isFinished(state)) end({ kind: "finished", state });
          else tui.requestRender();
        } catch (cause) {
          failed(cause);
        }
      };
      const abort = () => take({ type: "abort" });
      signal.addEventListener("abort", abort, { once: true });
      stops.push(() => signal.removeEventListener("abort", abort));
      const keys = createDeliberateKeys(clock, take);
      let isFirstFrame = true;
      stops.push(keys.stop, clock.every(tickMs, keys.beat));
      if (view.listen) stops.push(view.listen(take));
      const component = createPiComponent<State>({
        ink,
        height: rows,
        state: () => state,
        onSize: (size) => {
          state = view.update(state, { type: "resize", size });
        },
        view: (shown) => {
          const drawn = view.draw(ink, shown, palette);
          if (isFirstFrame) clock.afterInput(() => take({ type: "shown", at: clock.now() }));
          isFirstFrame = false;
          return drawn;
        },
        onInput: (data) => keys.push(decodeKeys(data)),
        onError: failed,
      });
      if (signal.aborted) queueMicrotask(abort);
      return { ...component, dispose: () => stops.forEach((stop) => void stop()) };
    },
    host.overlay ? { overlay: true, overlayOptions: { width: "100%", maxHeight: "100%", anchor: "bottom-left" } } : {},
  );
  return ended ?? { kind: "no-screen" };
}
