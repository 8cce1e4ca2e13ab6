import { systemClock, type UiClock } from "../ui/clock.ts";
import { loadInk } from "../ui/ink.ts";
import { type Line, padLine } from "../ui/line.ts";
import { giveBack, type PiUi } from "../ui/pi-ui.ts";
import { screen } from "../ui/screen.ts";
import { showInPi } from "../ui/show-in-pi.ts";
import type { View } from "../ui/view.ts";
import { runningLine } from "./running-line.ts";
import { type RunningEvent, type RunningState, type RunningUpdate, updateRunning } from "./running-state.ts";

export interface ShowRunningOptions {
  readonly ui: PiUi;
  /** The profile, usually. */
  readonly title: string;
  /** Calls back with what became known; returns how to stop. */
  readonly subscribe: (listener: (update: RunningUpdate) => void) => () => void;
  /** Called once, when the person asks for the end. */
  readonly onCancel: () => void;
  /** The view stays, and keeps the keyboard, until this settles. */
  readonly done: Promise<unknown>;
  readonly clock?: UiClock;
}

/** Shows a run where Pi's editor is, until it has ended. Never rejects; without a screen it only waits. */
export async function showRunning(options: ShowRunningOptions): Promise<void> {
  const { ui, clock = systemClock } = options;
  const done = options.done.then(
    () => {},
    () => {},
  );
  const stays = new AbortController();
  try {
    const ink = await loadInk();
    const host = { ui, ink, clock, signal: stays.signal, overlay: false, rows: 1 };
    const shown = await showInPi(runningView(options, done), host);
    if (shown.kind !== "no-screen") giveBack(ui, shown.state.typed);
  } catch {
    // Pi could not show it; the run is not the view's to end.
  }
  await done;
}

function runningView(options: ShowRunningOptions, done: Promise<void>): View<RunningState, RunningEvent> {
  let cancelled = false;
  return {
    start: ({ columns }, at) => ({
      title: options.title,
      known: {},
      now: at,
      columns,
      cancelling: false,
      typed: "",
      finished: false,
    }),
    update(state, event) {
      const next = updateRunning(state, event);
      if (next.cancelling && !cancelled) {
        cancelled = true;
        options.onCancel();
      }
      return next;
    },
    draw: (ink, state, palette) => screen(ink, [padLine(lineOf(state), state.columns)], palette),
    isFinished: (state) => state.finished,
    listen(send) {
      const stop = options.subscribe((update) => send({ type: "progress", update }));
      void done.then(() => send({ type: "done" }));
      return stop;
    },
  };
}

function lineOf({ title, known, now, cancelling, columns }: RunningState): Line {
  return runningLine({ title, known }, { now, columns, cancel: cancelling ? "cancelling …" : "Esc cancels" });
}
