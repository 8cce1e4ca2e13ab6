import type { BackendResult } from "../contract/runtime/run-result.ts";
import type { SealedPlan } from "../contract/runtime/sealed-plan.ts";
import type { BackendEvent, BackendExecution } from "../runtime/backend.ts";
import type { FakeModes } from "./fake-modes.ts";

export interface FakeRun {
  readonly execution: BackendExecution;
  complete(): void;
  die(): void;
}

export interface FakeRunInput {
  readonly mode: NonNullable<FakeModes["execution"]>;
  readonly plan: SealedPlan;
  readonly answer: string;
  readonly emit: (event: BackendEvent) => void;
  /** Told of each call, so that a test can count. */
  readonly on: (call: "cancel" | "dispose") => void;
}

const usage = { tokens: { input: 3, output: 2, total: 5 }, cost: { amount: 0.01, currency: "USD" } };
const report = { requests: [], blockedToolCalls: 0, refusedPaths: [], filesRead: ["README.md"], forcedExit: false };

/** One run of the fake: it says half its answer, and the rest when its mode allows. */
export function fakeRun(input: FakeRunInput): FakeRun {
  const { mode, plan, answer, on } = input;
  const half = { text: answer.slice(0, Math.ceil(answer.length / 2)), partial: true };
  let resolveResult: (said: BackendResult) => void = () => {};
  let rejectResult: (cause: Error) => void = () => {};
  const result = new Promise<BackendResult>((resolve, reject) => {
    resolveResult = resolve;
    rejectResult = reject;
  });
  const die = (): void => rejectResult(new Error("The fake process died."));
  const settle = (said: Omit<BackendResult, "enforcement">): void => {
    const { access, limits } = plan.preflight;
    resolveResult({ ...said, usage, report, enforcement: { access, limits } });
  };
  const complete = (): void => settle({ status: "completed", output: { text: answer, partial: false } });
  const stop = (): void => settle({ status: "cancelled", reason: "told to stop", output: half });
  const ends: Partial<Record<typeof mode, () => void>> = {
    failed: () => settle({ status: "failed", error: { code: "fake.failed", message: "It failed.", retryable: false } }),
    "backend-cancelled": stop,
    "timed-out": () => settle({ status: "timed-out", reason: "too slow", enforcedTimeoutMs: timeoutOf(plan) }),
    "limit-reached": () => settle({ status: "limit-reached", reachedLimit: "maxTurns", output: half }),
    "throw-result": die,
    invalid: () => resolveResult(JSON.parse('{"status":"completed","output":{"text":7}}')),
    "degraded-receipt": () => resolveResult(degraded(plan, answer)),
    delayed: () => {},
    "never-settles": () => {},
  };
  void proceed(input, half.text, ends[mode] ?? complete);
  return {
    complete,
    die,
    execution: {
      result,
      cancel(): Promise<void> {
        on("cancel");
        if (mode === "never-settles") return new Promise(() => {});
        stop();
        if (mode === "cancel-throw") throw new Error("The fake cannot cancel.");
        return Promise.resolve();
      },
      dispose(): Promise<void> {
        on("dispose");
        if (mode === "cleanup-throw") return Promise.reject(new Error("The fake cannot clean up."));
        return mode === "cleanup-hang" ? new Promise(() => {}) : Promise.resolve();
      },
    },
  };
}

/** Says something first, and leaves a cancel that answers it the time to come first. */
async function proceed({ emit }: FakeRunInput, half: string, end: () => void): Promise<void> {
  await undefined;
  emit({ phase: "message", message: "Half of the answer is there.", details: { turn: 1, requests: 1, delta: half } });
  for (let ticks = 0; ticks < 10; ticks += 1) await undefined;
  end();
}

function timeoutOf(plan: SealedPlan): number {
  return plan.preflight.limits.timeoutMs?.value ?? 1;
}

function degraded(plan: SealedPlan, answer: string): BackendResult {
  const { access } = plan.preflight;
  return {
    status: "completed",
    output: { text: answer, partial: false },
    enforcement: { access: { ...access, process: !access.process }, limits: {} },
  };
}
