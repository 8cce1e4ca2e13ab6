/** Every way in which the fake backend can behave, right or wrong. */
export interface FakeModes {
  readonly preflight?: "accepted" | "rejected" | "throw" | "hang" | "mismatched-descriptor";
  readonly preparation?:
    | "normal"
    | "bypass"
    | "mismatch"
    | "twice"
    | "throw-before-compile"
    | "throw-after-compile"
    | "invalid"
    | "hang"
    | "discard-throw";
  readonly execution?:
    | "completed"
    | "failed"
    | "backend-cancelled"
    | "timed-out"
    | "limit-reached"
    /** Waits for `complete()`, `die()` or a cancel. */
    | "delayed"
    | "throw-start"
    | "throw-result"
    | "invalid"
    | "invalid-control"
    | "degraded-receipt"
    | "cleanup-throw"
    | "cleanup-hang"
    | "cancel-throw"
    /** Heeds neither cancel nor signal. */
    | "never-settles";
}

export interface FakeFailure {
  readonly name: string;
  readonly modes: FakeModes;
  /** The conformance check that fails, and why. */
  readonly check: string;
  readonly reason: string;
}

/** Every mode in which the conformance suite must fail, with the reason it must give. */
export const fakeFailures: readonly FakeFailure[] = [
  preflight("rejected", "preflight.rejected"),
  preflight("throw", "preflight.backend-error"),
  preflight("hang", "preflight.timed-out"),
  preflight("mismatched-descriptor", "preflight.invalid"),
  preparation("bypass", "preparation.compiler-bypass"),
  preparation("mismatch", "preparation.compiler-mismatch"),
  preparation("twice", "preparation.compiler-duplicate"),
  preparation("throw-before-compile", "preparation.backend-error"),
  preparation("throw-after-compile", "preparation.backend-error"),
  preparation("invalid", "preparation.invalid"),
  preparation("hang", "preparation.timed-out"),
  {
    name: "preparation discard-throw",
    modes: { preparation: "discard-throw" },
    check: "explicit-preparation-discard",
    reason: "preparation.cleanup-error",
  },
  execution("failed", "fake.failed"),
  execution("backend-cancelled", "cancelled"),
  execution("timed-out", "execution.invalid-result"),
  execution("limit-reached", "execution.invalid-result"),
  execution("throw-start", "execution.backend-error"),
  execution("throw-result", "execution.backend-error"),
  execution("invalid", "execution.invalid-result"),
  execution("invalid-control", "execution.invalid-control"),
  execution("degraded-receipt", "execution.invalid-result"),
  execution("cleanup-throw", "execution.cleanup-error"),
  execution("cleanup-hang", "execution.backend-unsettled"),
  execution("never-settles", "execution.backend-unsettled"),
  {
    name: "execution cancel-throw",
    modes: { execution: "cancel-throw" },
    check: "mid-run-cancellation",
    reason: "backend.cancel-error",
  },
];

function preflight(mode: NonNullable<FakeModes["preflight"]>, reason: string): FakeFailure {
  return { name: `preflight ${mode}`, modes: { preflight: mode }, check: "prepare-and-seal", reason };
}

function preparation(mode: NonNullable<FakeModes["preparation"]>, reason: string): FakeFailure {
  return { name: `preparation ${mode}`, modes: { preparation: mode }, check: "prepare-and-seal", reason };
}

function execution(mode: NonNullable<FakeModes["execution"]>, reason: string): FakeFailure {
  return { name: `execution ${mode}`, modes: { execution: mode }, check: "execute-and-dispose", reason };
}
