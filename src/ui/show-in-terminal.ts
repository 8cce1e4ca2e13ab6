import type { UiClock } from "./clock.ts";
import { createDeliberateKeys } from "./deliberate-keys.ts";
import type { Ink } from "./ink.ts";
import { createKeyReader } from "./key-reader.ts";
import { terminalPalette } from "./terminal-palette.ts";
import { type HostEvent, type Shown, tickMs, type View } from "./view.ts";

export interface TerminalHost {
  readonly ink: Ink;
  readonly stdin: NodeJS.ReadStream;
  /** Where the view is drawn; standard error where standard output carries a result. */
  readonly stdout: NodeJS.WriteStream;
  readonly clock: UiClock;
  readonly signal: AbortSignal;
  readonly coloured: boolean;
}

const enter = "\x1b[?1049h\x1b[?2004h\x1b[?25l\x1b[2J";
const leave = "\x1b[?25h\x1b[?2004l\x1b[?1049l";

/** Shows a view on a terminal's second screen with Ink's own `render`, and leaves the first one as it was. */
export async function showInTerminal<State, Event>(
  view: View<State, Event>,
  host: TerminalHost,
): Promise<Shown<State>> {
  const { ink, stdin, stdout, clock, signal } = host;
  if (!stdin.isTTY || !stdout.isTTY) return { kind: "no-screen" };
  const palette = terminalPalette(host.coloured);
  const size = () => ({ columns: stdout.columns, rows: stdout.rows });
  let state = view.start(size(), clock.now());
  let instance: ReturnType<Ink["render"]> | undefined;
  const stops: (() => void)[] = [];
  const { promise: ended, settle } = settledOnce<Shown<State>>();
  const attempt = (step: () => void) => {
    try {
      step();
    } catch (cause) {
      settle({ kind: "failed", cause, state });
    }
  };
  const draw = () => {
    const element = view.draw(ink, state, palette);
    if (instance) {
      stdout.write("\x1b[H");
      instance.rerender(element);
      return;
    }
    // In debug mode Ink writes every frame whole and at once, also where it takes the terminal for a build machine's.
    instance = ink.render(element, { stdout, debug: true, exitOnCtrlC: false, patchConsole: false });
  };
  let isOver = false;
  const advance = (event: Event | HostEvent) =>
    attempt(() => {
      const next = isOver ? state : view.update(state, event);
      if (next === state) return;
      state = next;
      if (view.isFinished(state)) settle({ kind: "finished", state });
      else draw();
    });
  stdout.write(enter);
  stdin.setRawMode(true);
  attempt(draw);
  const keys = createDeliberateKeys(clock, advance);
  const reader = createKeyReader({ clock, onKeys: keys.push, onHeld: keys.follow });
  const resize = () => {
    stdout.write("\x1b[2J");
    advance({ type: "resize", size: size() });
  };
  const abort = () => advance({ type: "abort" });
  const closed = () => advance({ type: "abort" });
  stdin.on("data", reader.push);
  stdin.on("end", closed);
  stdout.on("resize", resize);
  signal.addEventListener("abort", abort, { once: true });
  stdin.resume();
  stops.push(keys.stop, clock.every(tickMs, keys.beat));
  if (view.listen) stops.push(view.listen(advance));
  clock.afterInput(() => advance({ type: "shown", at: clock.now() }));
  if (signal.aborted) abort();
  try {
    return await ended;
  } finally {
    isOver = true;
    for (const stop of stops) stop();
    signal.removeEventListener("abort", abort);
    stdout.off("resize", resize);
    stdin.off("data", reader.push);
    stdin.off("end", closed);
    reader.stop();
    instance?.unmount();
    stdin.setRawMode(false);
    stdin.pause();
    stdout.write(leave);
  }
}

function settledOnce<T>(): { promise: Promise<T>; settle: (value: T) => void } {
  let settle: (value: T) => void = () => {};
  const promise = new Promise<T>((resolve) => {
    settle = resolve;
  });
  return { promise, settle };
}
