import type { ApprovalReceipt } from "../contract/approval-receipt.ts";
import { error, hasErrors } from "../contract/diagnostic.ts";
import { failure, type Outcome, success } from "../contract/outcome.ts";
import { checkSealedPlan } from "../contract/runtime/sealed-plan.ts";
import { sameJson } from "../contract/same-json.ts";
import { backendCatalog } from "./backend-catalog.ts";
import { backendRegistry, type Registration } from "./backend-registry.ts";
import type { Bound } from "./bounded.ts";
import { issuedIds } from "./issued-ids.ts";
import { openRuns } from "./open-runs.ts";
import { pendingWork } from "./pending-work.ts";
import { requestProblems } from "./prepare-request.ts";
import { prepareRun } from "./prepare-run.ts";
import { discardSealed, preparedHandle, type SealedRun } from "./prepared-run.ts";
import { preparing } from "./preparing.ts";
import { receiptFor } from "./receipt.ts";
import type { ExecutionRuntime, PreparedRun, PrepareRun, RunHandle } from "./runtime-port.ts";
import { systemTimers, type Timers } from "./timers.ts";

export interface ExecutionRuntimeOptions {
  /** Milliseconds since the epoch. */
  readonly clock?: () => number;
  /** Unique each time; letters, digits, `.`, `_`, `-`. */
  readonly newId?: () => string;
  readonly timers?: Timers;
  /** How long a backend may take for its preflight, and again for its preparation. */
  readonly prepareWithinMs?: number;
  /** How long a backend may take to settle once its run was ended, and again to release what it holds. */
  readonly settleWithinMs?: number;
  /** When a run without a host timeout is given up. */
  readonly longestRunMs?: number;
}

const defaults = {
  clock: Date.now,
  newId: () => globalThis.crypto.randomUUID(),
  timers: systemTimers,
  prepareWithinMs: 120_000,
  settleWithinMs: 15_000,
  longestRunMs: 24 * 60 * 60 * 1_000,
};

/** Seals plans and runs them, each once. Holds every handle it gave out; nobody else can make one. */
export function createExecutionRuntime(options: ExecutionRuntimeOptions = {}): ExecutionRuntime {
  const { clock, newId, timers, prepareWithinMs, settleWithinMs, longestRunMs } = { ...defaults, ...options };
  const nextId = issuedIds(newId);
  const handles = new WeakMap<PreparedRun, SealedRun>();
  const runs = openRuns({ clock, timers, settleWithinMs, longestRunMs });
  const pending = pendingWork();
  const cleanupBound: Bound = { ms: settleWithinMs, timers };
  const registry = backendRegistry(release);
  let disposing: Promise<void> | undefined;

  function release(registration: Registration): void {
    for (const abort of registration.preparing) abort.abort();
    for (const sealed of registration.prepared) void discard(sealed);
  }

  function discard(sealed: SealedRun): Promise<Outcome<void>> {
    return pending.track(discardSealed(sealed, cleanupBound));
  }

  async function prepare(request: PrepareRun): Promise<Outcome<PreparedRun>> {
    if (disposing) return disposed();
    const problems = requestProblems(request);
    if (problems.length > 0) return failure(...problems);
    const found = registry.find(request.backendId);
    if (!found.ok) return found;
    return pending.track(prepareWith(found.value, request));
  }

  async function prepareWith(registration: Registration, request: PrepareRun): Promise<Outcome<PreparedRun>> {
    const { signal, stop, over } = preparing(registration, request.signal);
    const sealed = await prepareRun(registration, request, {
      preparedId: () => nextId("prepared"),
      bound: { ms: prepareWithinMs, timers, signal },
      cleanupBound,
      background: (work) => void pending.track(work),
    });
    over();
    if (!sealed.ok) {
      stop();
      return sealed;
    }
    if (signal.aborted) {
      const discarded = await discard(sealed.value);
      return failure(error("preparation.cancelled", "The preparation was cancelled."), ...discarded.diagnostics);
    }
    registration.prepared.add(sealed.value);
    const handle = preparedHandle(sealed.value, sealed.diagnostics, () => discard(sealed.value));
    handles.set(handle, sealed.value);
    return success(handle);
  }

  function execute(prepared: PreparedRun, receipt: ApprovalReceipt): Outcome<RunHandle> {
    if (disposing) return disposed();
    const sealed = handles.get(prepared);
    if (sealed === undefined) {
      return failure(error("execution.unbound-handle", "This runtime did not prepare that run."));
    }
    const ready = readyToRun(sealed);
    if (!ready.ok) return ready;
    const approved = receiptFor(sealed.plan, receipt, clock());
    if (!approved.ok) return approved;
    const runId = nextId("run");
    return runId.ok ? success(runs.start(sealed, runId.value), approved.diagnostics) : runId;
  }

  async function disposeAll(): Promise<void> {
    const cancelled = runs.cancelAll("runtime disposed");
    for (const registration of registry.all()) release(registration);
    const faults = [...(await cancelled), ...(await pending.settled()).map(({ message }) => message)];
    if (faults.length === 0) return;
    throw new AggregateError(
      faults.map((each) => new Error(each)),
      "Not everything was released.",
    );
  }

  return {
    registerBackend(backend) {
      if (disposing) throw new Error("A backend cannot be registered with a runtime that was disposed.");
      return registry.register(backend);
    },
    listBackends: registry.list,
    async catalog(backendId, signal) {
      if (disposing) return disposed();
      const found = registry.find(backendId);
      return found.ok ? backendCatalog(found.value, { ms: prepareWithinMs, timers, signal }) : found;
    },
    prepare,
    execute,
    dispose() {
      disposing ??= disposeAll();
      return disposing;
    },
  };
}

function disposed(): Outcome<never> {
  return failure(error("runtime.disposed", "The runtime was disposed; start a new session."));
}

/** The plan is checked again although it is frozen: the backend had its own copy, and a person's yes is about this one. */
function readyToRun({ state, plan, prepared }: SealedRun): Outcome<void> {
  if (state !== "prepared") {
    return failure(error("execution.handle-consumed", "That run was already executed or discarded; prepare it again."));
  }
  const problems = checkSealedPlan(plan);
  if (hasErrors(problems)) {
    return failure(error("execution.plan-invalid", "The sealed plan is no longer valid."), ...problems);
  }
  const isSame =
    sameJson(prepared.promptRuntime, plan.promptRuntime) && sameJson(prepared.conversation, plan.conversation);
  return isSame
    ? success(undefined)
    : failure(error("execution.preparation-mismatch", "What the backend prepared has changed since it was sealed."));
}
