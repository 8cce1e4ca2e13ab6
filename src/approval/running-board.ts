import { formatCount, formatMoney } from "../text/format.ts";
import { fitWidth } from "../text/measure.ts";
import type { UiClock } from "../ui/clock.ts";
import { type Line, line } from "../ui/line.ts";
import { type RunningRow, runningLine } from "./running-line.ts";
import type { RunningUpdate } from "./running-state.ts";

/** Where a board is shown. Neither function may throw. */
export interface BoardScreen {
  /** Shows these rows from now on, asked anew for each frame; undefined takes them away. */
  draw(rows: ((columns: number) => readonly Line[]) | undefined): void;
  status(text: string | undefined): void;
}

export interface RunningBoard {
  /** `shownElsewhere`: the run has a view of its own and is only counted here. */
  begin(title: string, options?: { readonly shownElsewhere?: boolean }): BoardEntry;
  /** Nothing is shown from now on. */
  close(): void;
}

export interface BoardEntry {
  update(update: RunningUpdate): void;
  end(): void;
}

interface Run extends RunningRow {
  known: RunningUpdate;
  readonly shownElsewhere: boolean;
}

/** Faster than this nobody reads. */
const drawEveryMs = 250;

/** All runs of a session that are on their way, in as few rows as they need. */
export function createRunningBoard(screen: BoardScreen, clock: UiClock): RunningBoard {
  const runs = new Set<Run>();
  let stopTimer: (() => void) | undefined;
  let isStale = false;
  let second = 0;
  let isClosed = false;
  let status: string | undefined;

  const draw = () => {
    isStale = false;
    second = Math.floor(clock.now() / 1000);
    const rows = [...runs].filter((run) => run.known.phase !== undefined && !run.shownElsewhere && isUnderWay(run));
    screen.draw(rows.length === 0 ? undefined : (columns) => boardRows(rows, clock.now(), columns));
    const text = statusOf([...runs]);
    if (text !== status) screen.status(text);
    status = text;
  };
  const tick = () => {
    if (isStale || Math.floor(clock.now() / 1000) !== second) draw();
  };
  const changed = (atOnce: boolean) => {
    if (isClosed) return;
    isStale = true;
    if (runs.size > 0) stopTimer ??= clock.every(drawEveryMs, tick);
    if (atOnce) draw();
    if (runs.size > 0) return;
    stopTimer?.();
    stopTimer = undefined;
  };

  return {
    begin(title, { shownElsewhere = false } = {}) {
      const run: Run = { title, known: {}, shownElsewhere };
      runs.add(run);
      changed(true);
      return {
        update(update) {
          const phase = run.known.phase;
          run.known = { ...run.known, ...update };
          changed(run.known.phase !== phase);
        },
        end() {
          if (runs.delete(run)) changed(true);
        },
      };
    },
    close() {
      isClosed = true;
      runs.clear();
      stopTimer?.();
      stopTimer = undefined;
    },
  };
}

function isUnderWay({ known: { phase } }: Run): boolean {
  return phase === "running" || phase === "finishing";
}

function statusOf(runs: readonly Run[]): string | undefined {
  const waiting = runs.filter(({ known }) => known.phase === "waiting for approval").length;
  if (waiting > 0) return `forge: ${waiting} waiting of ${runs.length}`;
  return runs.some(({ known: { phase } }) => phase === "preparing") ? "forge: preparing" : undefined;
}

const mostRows = 4;
/** Below this a row each says too little. */
const narrow = 40;

/** A row each while they are few; otherwise one for all of them. */
export function boardRows(
  runs: readonly RunningRow[],
  now: number,
  columns: number,
  cancel = runs.length > 1 ? "Esc cancels all" : "Esc cancels",
): readonly Line[] {
  if (runs.length > 1 && (runs.length > mostRows || columns < narrow)) {
    const tokens = runs.reduce((sum, { known }) => sum + (known.tokens ?? 0), 0);
    const cost = runs.reduce((sum, { known }) => sum + (known.cost ?? 0), 0);
    const spent = `${formatCount(tokens)} tok${cost > 0 ? ` ${formatMoney(cost)}` : ""}`;
    return [line(fitWidth(`${runs.length} running · ${cancel} · ${spent}`, columns))];
  }
  return runs.map((run, index) => runningLine(run, { now, columns, cancel: index === runs.length - 1 ? cancel : "" }));
}
