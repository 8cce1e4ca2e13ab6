import { type Diagnostic, warning } from "../contract/diagnostic.ts";
import type { BackendResult, RunResult } from "../contract/runtime/run-result.ts";
import type { SealedPlan } from "../contract/runtime/sealed-plan.ts";
import { type Arbiter, arbiter, type Ending } from "./arbiter.ts";
import type { Backend, BackendExecution } from "./backend.ts";
import { type Bound, type Bounded, bounded, causeText, started } from "./bounded.ts";
import { type RunEvents, runEvents } from "./run-events.ts";
import { runResult, type Settlement } from "./run-result.ts";
import type { RunHandle } from "./runtime-port.ts";
import type { Timers } from "./timers.ts";

export interface RunInput {
  readonly runId: string;
  readonly plan: SealedPlan;
  readonly backend: Backend<unknown>;
  readonly preparation: unknown;
}

export interface RunTools {
  readonly clock: () => number;
  readonly timers: Timers;
  /** How long a backend may take to settle once its run was ended, and again to release what it holds. */
  readonly settleWithinMs: number;
  /** When a run that no other limit ends is given up. */
  readonly longestRunMs: number;
  /** Called once, before `result` resolves. */
  readonly released: () => void;
}

/** Runs a sealed plan once: the first ending wins, and whatever the backend does there is exactly one result. */
export function startRun(input: RunInput, tools: RunTools): RunHandle {
  const startedAt = tools.clock();
  const events = runEvents(input.runId, tools.clock);
  const deciding = arbiter();
  const deadline = deadlineOf(input.plan, tools);
  const disarm = tools.timers.after(deadline.afterMs, () => end(deadline));
  let isDispatched = false;

  // A result that has settled is a microtask away from being seen: it must beat a cancel that comes after it.
  function end(ending: Ending): void {
    if (isDispatched) queueMicrotask(() => deciding.offer(ending));
    else deciding.offer(ending);
  }

  async function run(): Promise<RunResult> {
    await undefined;
    events.emit({ phase: "starting", message: "The run is being started." });
    isDispatched = true;
    const course = await runCourse(input, tools, deciding, events);
    disarm();
    events.close();
    const durationMs = Math.max(0, tools.clock() - startedAt);
    tools.released();
    return runResult({ plan: input.plan, runId: input.runId, durationMs, ...course });
  }

  const result = run();
  return Object.freeze({
    id: input.runId,
    result,
    subscribe: events.subscribe,
    async cancel(reason?: string) {
      end({ kind: "cancelled", reason: reasonOf(reason) });
      await result;
    },
  });
}

function reasonOf(reason: unknown): string {
  return typeof reason === "string" && reason.trim() !== "" ? reason.slice(0, 1_000) : "user";
}

type Deadline = Extract<Ending, { readonly afterMs: number }>;

/** The host's own timer where the receipt says so; otherwise the bound after which no caller waits any more. */
function deadlineOf(plan: SealedPlan, tools: RunTools): Deadline {
  const limit = plan.preflight.limits.timeoutMs;
  if (limit?.enforcement === "host-abort") return { kind: "timed-out", afterMs: limit.value };
  if (limit?.enforcement === "backend-hard") return { kind: "overdue", afterMs: limit.value + tools.settleWithinMs };
  return { kind: "overdue", afterMs: tools.longestRunMs };
}

type Course = Pick<Settlement, "ending" | "said" | "cleanupFailure" | "diagnostics">;

/** From dispatch to the last release. */
async function runCourse(input: RunInput, tools: RunTools, deciding: Arbiter, events: RunEvents): Promise<Course> {
  if (deciding.decided()) return neverStarted(input, tools, await deciding.ending);
  const abort = new AbortController();
  let execution: BackendExecution;
  try {
    execution = input.backend.start(
      { plan: input.plan, preparation: input.preparation },
      { emit: events.emit, signal: abort.signal },
    );
  } catch (cause) {
    const message = `The backend could not start the run: ${causeText(cause)}.`;
    return neverStarted(input, tools, { kind: "broken", code: "execution.backend-error", message });
  }
  if (isExecution(execution)) return followed(execution, abort, tools, deciding);
  abort.abort();
  const message = "The backend returned no way to follow, cancel and release the run.";
  return neverStarted(input, tools, { kind: "broken", code: "execution.invalid-control", message });
}

function isExecution(execution: BackendExecution): boolean {
  try {
    return [execution.result.then, execution.cancel, execution.dispose].every((each) => typeof each === "function");
  } catch {
    // Nothing at all, or an accessor that throws.
    return false;
  }
}

async function neverStarted(input: RunInput, tools: RunTools, ending: Ending): Promise<Course> {
  const discarded = await bounded(() => input.backend.discard(input.preparation), grace(tools));
  return { ending, said: undefined, ...cleanup(discarded, tools, []) };
}

async function followed(
  execution: BackendExecution,
  abort: AbortController,
  tools: RunTools,
  deciding: Arbiter,
): Promise<Course> {
  let said: BackendResult | undefined;
  const seen = Promise.resolve(execution.result).then(
    (value) => {
      said = value;
      deciding.offer({ kind: "settled" });
    },
    (cause: unknown) => {
      const message = `The backend's run broke: ${causeText(cause)}.`;
      deciding.offer({ kind: "broken", code: "execution.backend-error", message });
    },
  );
  const ending = await deciding.ending;
  const unsettled = isHostEnding(ending) && !(await endedByHost(execution, ending, seen, abort, tools));
  const disposed = await bounded(() => execution.dispose(), grace(tools));
  return { ending, said, ...cleanup(disposed, tools, unsettled ? [unsettledProblem(tools)] : []) };
}

type HostEnding = Extract<Ending, { readonly kind: "cancelled" | "timed-out" | "overdue" }>;

function isHostEnding(ending: Ending): ending is HostEnding {
  return ending.kind !== "settled" && ending.kind !== "broken";
}

/** Tells the backend to stop and waits for it; false when it did not within the bound. */
async function endedByHost(
  execution: BackendExecution,
  ending: HostEnding,
  seen: Promise<void>,
  abort: AbortController,
  tools: RunTools,
): Promise<boolean> {
  const reason = ending.kind === "cancelled" ? ending.reason : "host timeout";
  abort.abort();
  // A cancel that fails changes nothing: the run has ended, and what counts is whether the backend settles.
  const cancelled = started(() => execution.cancel(reason)).catch(() => undefined);
  const waited = await bounded(() => Promise.all([cancelled, seen]), grace(tools));
  return waited.kind === "done";
}

function grace(tools: RunTools): Bound {
  return { ms: tools.settleWithinMs, timers: tools.timers };
}

/** A backend that fails to release is a failed run; one that never comes to an end of it is given up, on record. */
function cleanup(ended: Bounded<void>, tools: RunTools, diagnostics: readonly Diagnostic[]) {
  return {
    cleanupFailure: ended.kind === "failed" ? causeText(ended.cause) : undefined,
    diagnostics: ended.kind === "late" && diagnostics.length === 0 ? [unsettledProblem(tools)] : diagnostics,
  };
}

function unsettledProblem(tools: RunTools): Diagnostic {
  const message = `The backend did not let go of the run within ${tools.settleWithinMs} ms; something of it may be left.`;
  return warning("execution.backend-unsettled", message);
}
