import type { BackendResult } from "../contract/runtime/run-result.ts";
import type { SealedPlan } from "../contract/runtime/sealed-plan.ts";
import type { BackendEvent, BackendExecution } from "../runtime/backend.ts";
import type { ChildFrame } from "./frames.ts";
import { jobFrame } from "./job-frame.ts";
import type { ModelFacts } from "./model-facts.ts";
import type { PiChild } from "./pi-child.ts";
import type { PiVariant } from "./pi-options.ts";
import { type ParentEnding, piResult } from "./pi-result.ts";
import { readyDifference } from "./ready-check.ts";
import { progressEvent } from "./run-progress.ts";
import { runRecord } from "./run-record.ts";

/** How long Pi's own abort may take, then TERM, then (as long again) KILL. */
const graceMs = 2_000;

export interface PiRunInput {
  readonly variant: PiVariant;
  readonly plan: SealedPlan;
  readonly facts: ModelFacts;
  readonly child: PiChild;
  /** Values that no message of the run may repeat; a key that is handed over joins them. */
  readonly secrets: readonly string[];
  readonly idleTimeoutMs: number;
  readonly emit: (event: BackendEvent) => void;
  readonly signal: AbortSignal;
}

/** Runs one sealed plan in one child: compare, send the job, follow the frames, wait until the process is gone. */
export function runInChild(input: PiRunInput): BackendExecution {
  const { child, plan, facts, variant } = input;
  const record = runRecord();
  const secrets = [...input.secrets];
  let ending: ParentEnding | undefined;
  let isJobSent = false;

  const end = (why: ParentEnding) => {
    ending ??= why;
    return child.end(graceMs);
  };
  const watchdog = watch(input.idleTimeoutMs, () => {
    if (record.answer() === undefined) void end({ kind: "idle", afterMs: input.idleTimeoutMs, phase: record.phase() });
  });
  const leaving = afterwards(graceMs, () => void child.end(graceMs));

  child.follow((frame: ChildFrame) => {
    watchdog.restart();
    record.take(frame);
    const event = progressEvent(frame, record);
    if (event !== undefined) input.emit(event);
    if (frame.type === "ending" || record.answer() !== undefined) leaving.start();
  });

  const cancel = async (reason: string) => {
    if (record.answer() === undefined) ending ??= { kind: "cancelled", reason };
    if (!isJobSent || record.answer() !== undefined) return void (await child.end(graceMs));
    child.send({ type: "cancel", reason });
    leaving.start();
    await child.exited;
  };
  const onAbort = () => void cancel("aborted");
  input.signal.addEventListener("abort", onAbort, { once: true });
  if (input.signal.aborted) onAbort();

  const sendJob = async () => {
    const ready = await child.ready;
    if (ready === undefined || ending !== undefined) return;
    const difference = readyDifference(ready, plan);
    if (difference !== undefined) {
      await end({ kind: "broken", code: `${variant.prefix}.ready-mismatch`, message: difference, class: "protocol" });
      return;
    }
    const key = await facts.handover?.();
    if (facts.handover !== undefined && key === undefined) throw new Error("Pi has none for this provider any more.");
    if (key !== undefined) secrets.push(key);
    if (ending !== undefined) return;
    isJobSent = true;
    child.send(jobFrame(plan, facts, key));
  };

  const follow = async (): Promise<BackendResult> => {
    try {
      await sendJob();
    } catch (cause) {
      const reason = cause instanceof Error ? cause.message : String(cause);
      await end({
        kind: "broken",
        code: `${variant.prefix}.key`,
        message: `The key could not be had: ${reason}`,
        class: "auth",
      });
    }
    const exit = await child.exited;
    watchdog.stop();
    leaving.stop();
    input.signal.removeEventListener("abort", onAbort);
    return piResult({ variant, plan, record, exit, ending, secrets });
  };

  return {
    result: follow(),
    cancel,
    dispose: async () => {
      watchdog.stop();
      leaving.stop();
      await child.end(graceMs);
    },
  };
}

function watch(ms: number, fire: () => void) {
  let timer = setTimeout(fire, ms);
  return {
    restart: () => {
      clearTimeout(timer);
      timer = setTimeout(fire, ms);
    },
    stop: () => clearTimeout(timer),
  };
}

/** A timer that starts once, at the first call. */
function afterwards(ms: number, fire: () => void) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  return {
    start: () => {
      timer ??= setTimeout(fire, ms);
    },
    stop: () => clearTimeout(timer),
  };
}
