import { runningUpdate } from "./app-progress.ts";
import { boardRows } from "./approval/running-board.ts";
import type { RunningUpdate } from "./approval/running-state.ts";
import type { DelegationProgress } from "./delegation.ts";
import { escapeLines } from "./text/escape.ts";
import { systemClock, type UiClock } from "./ui/clock.ts";
import { lineText } from "./ui/line.ts";

export interface TerminalProgress {
  report(progress: DelegationProgress): void;
  /** Leaves nothing of it on a terminal. */
  end(): void;
}

interface ProgressStream {
  readonly isTTY?: boolean;
  readonly columns?: number;
  write(text: string): unknown;
}

/** One row that changes on a terminal; a line per step where standard error is no terminal. */
export function terminalProgress(
  stderr: ProgressStream,
  profile: string,
  clock: UiClock = systemClock,
): TerminalProgress {
  return stderr.isTTY ? liveRow(stderr, profile, clock) : stepLines(stderr);
}

const drawEveryMs = 250;
const clearRow = "\r\u001b[K";

function liveRow(stderr: ProgressStream, title: string, clock: UiClock): TerminalProgress {
  let known: RunningUpdate = {};
  let stop: (() => void) | undefined;
  const draw = () => {
    const rows = boardRows([{ title, known }], clock.now(), (stderr.columns ?? 80) - 1, "Ctrl+C cancels");
    stderr.write(`${clearRow}${rows.map(lineText).join("")}`);
  };
  return {
    report(progress) {
      known = { ...known, ...runningUpdate(progress) };
      // Until the run begins the screen belongs to the panel.
      if (progress.phase !== "running" || stop) return;
      stop = clock.every(drawEveryMs, draw);
      draw();
    },
    end() {
      if (stop) stderr.write(clearRow);
      stop?.();
      stop = undefined;
    },
  };
}

function stepLines(stderr: ProgressStream): TerminalProgress {
  let shown = "";
  let isRunning = false;
  return {
    report(progress) {
      const now = step(progress);
      // Between two calls a run is only running again, which says nothing new.
      if (now === shown || now === "" || (now === running && isRunning)) return;
      isRunning ||= progress.phase === "running";
      shown = now;
      stderr.write(`${escapeLines(now).join(" ")}\n`);
    },
    end() {},
  };
}

const running = "running";

/** Whoever reads these lines is not asked: the plan is approved by an option, or refused. */
function step(progress: DelegationProgress): string {
  switch (progress.phase) {
    case "preparing":
      return "preparing";
    case "awaiting-approval":
      return "sealed";
    case "running":
      return doing(progress.event) ?? running;
  }
}

/** The tool call in progress, or that the answer is arriving. */
function doing(event: Extract<DelegationProgress, { phase: "running" }>["event"]): string | undefined {
  return event?.details?.delta === undefined ? event?.details?.tool : "answering";
}
