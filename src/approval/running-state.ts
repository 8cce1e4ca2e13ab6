import type { HostEvent } from "../ui/view.ts";

/** What is known about a run so far; a later update replaces the fields it has. */
export interface RunningUpdate {
  readonly phase?: "preparing" | "waiting for approval" | "running" | "finishing";
  /** When the run itself started, milliseconds since 1970. */
  readonly startedAt?: number;
  readonly limits?: { readonly timeoutMs?: number; readonly maxTurns?: number; readonly tokenBudget?: number };
  readonly turn?: number;
  readonly tokens?: number;
  readonly cost?: number;
  /** The tool call in progress; an empty text ends it. Untrusted. */
  readonly tool?: string;
  readonly retry?: number;
}

export interface RunningState {
  readonly title: string;
  readonly known: RunningUpdate;
  readonly now: number;
  readonly columns: number;
  readonly cancelling: boolean;
  readonly typed: string;
  readonly finished: boolean;
}

export type RunningEvent = { readonly type: "progress"; readonly update: RunningUpdate } | { readonly type: "done" };

/** Esc asks for the end; the view stays until the run has ended. Everything else that is typed is kept. */
export function updateRunning(state: RunningState, event: RunningEvent | HostEvent): RunningState {
  switch (event.type) {
    case "done":
      return { ...state, finished: true };
    case "abort":
      return state;
    case "progress":
      return { ...state, known: { ...state.known, ...event.update } };
    case "resize":
      return { ...state, columns: event.size.columns };
    case "tick":
    case "shown":
      // A second is the smallest thing shown.
      return Math.floor(event.at / 1000) === Math.floor(state.now / 1000) ? state : { ...state, now: event.at };
    case "key":
      if (event.key.kind !== "named") return { ...state, typed: state.typed + event.key.text };
      if (event.key.name === "escape" || event.key.name === "interrupt") return { ...state, cancelling: true };
      if (event.key.name === "enter" || event.key.name === "new-line") return { ...state, typed: `${state.typed}\n` };
      if (event.key.name === "backspace") return { ...state, typed: Array.from(state.typed).slice(0, -1).join("") };
      return state;
  }
}
