import type { ApprovalReceipt } from "../contract/approval-receipt.ts";
import type { ExecutionIntent } from "../contract/runtime/execution-intent.ts";
import type { RunResult } from "../contract/runtime/run-result.ts";
import type { SealedPlan } from "../contract/runtime/sealed-plan.ts";
import type { Backend } from "../runtime/backend.ts";
import { createExecutionRuntime, type ExecutionRuntimeOptions } from "../runtime/execution-runtime.ts";
import type { PreparedRun, PrepareRun, RunEvent } from "../runtime/runtime-port.ts";
import { runChecks } from "./conformance-checks.ts";
import { observedBackend } from "./observed-backend.ts";
import { sampleReceipt } from "./sample-receipt.ts";

export interface ConformanceOptions<P> {
  readonly backend: Backend<P>;
  /** Called once per preparation. */
  readonly intent: () => ExecutionIntent;
  readonly compile: PrepareRun["compile"];
  readonly receipt?: (prepared: PreparedRun) => ApprovalReceipt;
  readonly runtime?: ExecutionRuntimeOptions;
  /** When the run that is to be cancelled has gone far enough; by default its first event after the start. */
  readonly cancelWhen?: (event: RunEvent) => boolean;
}

export interface ConformanceReport {
  readonly backendId: string;
  readonly plan: SealedPlan;
  readonly result: RunResult;
  readonly eventCount: number;
  /** Names of the checks that passed, in order. */
  readonly checks: readonly string[];
}

/** Puts a backend through everything the runtime relies on, with four real runs. Throws ConformanceError at the first fault. */
export async function runBackendConformance<P>(options: ConformanceOptions<P>): Promise<ConformanceReport> {
  const { backend, seen } = observedBackend(options.backend);
  const runtime = createExecutionRuntime(options.runtime);
  try {
    return await runChecks({
      runtime,
      seen,
      backendId: backend.descriptor.id,
      register: () => runtime.registerBackend(backend),
      intent: options.intent,
      compile: options.compile,
      receipt: options.receipt ?? ((prepared) => sampleReceipt(prepared, (options.runtime?.clock ?? Date.now)())),
      cancelWhen: options.cancelWhen ?? ((event) => event.phase !== "starting"),
    });
  } finally {
    // The last check has judged the disposal already; after an earlier fault it only tidies up.
    await runtime.dispose().catch(() => undefined);
  }
}
