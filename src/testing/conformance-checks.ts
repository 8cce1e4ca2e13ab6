import type { ApprovalReceipt } from "../contract/approval-receipt.ts";
import { hasErrors } from "../contract/diagnostic.ts";
import type { Outcome } from "../contract/outcome.ts";
import type { ExecutionIntent } from "../contract/runtime/execution-intent.ts";
import { checkRunResult, type RunResult } from "../contract/runtime/run-result.ts";
import { checkSealedPlan } from "../contract/runtime/sealed-plan.ts";
import type { ExecutionRuntime, PreparedRun, PrepareRun, RunEvent, RunHandle } from "../runtime/runtime-port.ts";
import type { ConformanceReport } from "./conformance.ts";
import { ConformanceError } from "./conformance-error.ts";
import type { Observed } from "./observed-backend.ts";

export interface Suite {
  readonly runtime: ExecutionRuntime;
  readonly seen: Observed;
  readonly backendId: string;
  readonly register: () => void;
  readonly intent: () => ExecutionIntent;
  readonly compile: PrepareRun["compile"];
  readonly receipt: (prepared: PreparedRun) => ApprovalReceipt;
  readonly cancelWhen: (event: RunEvent) => boolean;
}

const otherFingerprint = `sha256:v1:${"0".repeat(64)}`;

export async function runChecks(suite: Suite): Promise<ConformanceReport> {
  registration(suite);
  const prepared = await prepareAndSeal(suite);
  receiptMismatch(suite, prepared);
  const { result, eventCount } = await executeAndDispose(suite, prepared);
  handleUsedOnce(suite, prepared);
  await explicitDiscard(suite);
  await preDispatchCancellation(suite);
  await midRunCancellation(suite);
  await disposalOfPreparation(suite);
  const checks = [
    "registration",
    "prepare-and-seal",
    "receipt-mismatch",
    "execute-and-dispose",
    "handle-used-once",
    "explicit-preparation-discard",
    "pre-dispatch-cancellation",
    "mid-run-cancellation",
    "runtime-disposal-of-preparation",
  ];
  return { backendId: suite.backendId, plan: prepared.plan, result, eventCount, checks };
}

function registration({ register, runtime, backendId }: Suite): void {
  try {
    register();
  } catch (cause) {
    const message = cause instanceof Error ? cause.message : "the backend could not be registered";
    throw new ConformanceError("registration", "backend.invalid", message);
  }
  const listed = runtime.listBackends().filter((each) => each.id === backendId);
  demand("registration", listed.length === 1, "backend.missing", "exactly one descriptor must be listed");
}

async function prepareAndSeal(suite: Suite): Promise<PreparedRun> {
  const check = "prepare-and-seal";
  let compiled = 0;
  const compile: PrepareRun["compile"] = (runtime, preflight) => {
    compiled += 1;
    return suite.compile(runtime, preflight);
  };
  const prepared = await preparedRun({ ...suite, compile }, check);
  demand(check, compiled === 1, "preparation.compiler-duplicate", `the prompt was compiled ${compiled} times`);
  const problems = checkSealedPlan(prepared.plan);
  demand(check, !hasErrors(problems), "execution.plan-invalid", "the sealed plan is not valid");
  return prepared;
}

function receiptMismatch(suite: Suite, prepared: PreparedRun): void {
  const receipt = { ...suite.receipt(prepared), executionFingerprint: otherFingerprint };
  const refused = suite.runtime.execute(prepared, receipt);
  const code = refused.ok ? "execution.started" : refused.diagnostics[0]?.code;
  const message = "a receipt for another plan must be refused";
  demand("receipt-mismatch", code === "execution.receipt-mismatch", code ?? "unknown", message);
}

async function executeAndDispose(suite: Suite, prepared: PreparedRun) {
  const check = "execute-and-dispose";
  const disposed = suite.seen.disposed;
  const run = startedRun(suite, prepared, check);
  let eventCount = 0;
  run.subscribe(() => {
    eventCount += 1;
  });
  const result = await run.result;
  demandSettled(check, result);
  const reason = result.error?.code ?? result.status;
  demand(check, result.status === "completed", reason, result.error?.message ?? `the run ended ${result.status}`);
  const problems = checkRunResult(result, prepared.plan);
  demand(check, !hasErrors(problems), "execution.invalid-result", "the result is not valid for the plan");
  demand(check, suite.seen.disposed === disposed + 1, "backend.dispose", "the run must be disposed of once");
  return { result, eventCount };
}

function handleUsedOnce(suite: Suite, prepared: PreparedRun): void {
  const again = suite.runtime.execute(prepared, suite.receipt(prepared));
  const code = again.ok ? "execution.started" : again.diagnostics[0]?.code;
  demand("handle-used-once", code === "execution.handle-consumed", code ?? "unknown", "a handle must run only once");
}

async function explicitDiscard(suite: Suite): Promise<void> {
  const check = "explicit-preparation-discard";
  const { discarded } = suite.seen;
  const prepared = await preparedRun(suite, check);
  required(check, await prepared.discard());
  required(check, await prepared.discard());
  demand(check, suite.seen.discarded === discarded + 1, "backend.discard", "a preparation must be discarded once");
}

async function preDispatchCancellation(suite: Suite): Promise<void> {
  const check = "pre-dispatch-cancellation";
  const { started } = suite.seen;
  const run = startedRun(suite, await preparedRun(suite, check), check);
  await run.cancel();
  demandCancelled(check, await run.result, ["cancelled"]);
  demand(check, suite.seen.started === started, "backend.start", "a run that was cancelled at once must not start");
}

async function midRunCancellation(suite: Suite): Promise<void> {
  const check = "mid-run-cancellation";
  const run = startedRun(suite, await preparedRun(suite, check), check);
  run.subscribe((event) => {
    if (suite.cancelWhen(event)) void run.cancel("conformance");
  });
  const result = await run.result;
  demand(check, !suite.seen.cancelFailed, "backend.cancel-error", "cancel must not fail");
  // A run may be faster than its cancellation.
  demandCancelled(check, result, ["cancelled", "completed"]);
  const kept = suite.seen.said?.output?.text ?? "";
  const isKept = kept === "" || result.output?.text === kept;
  demand(check, isKept, "execution.partial-lost", "the text that the backend handed back must be kept");
}

async function disposalOfPreparation(suite: Suite): Promise<void> {
  const check = "runtime-disposal-of-preparation";
  const { discarded } = suite.seen;
  await preparedRun(suite, check);
  try {
    await suite.runtime.dispose();
  } catch {
    throw new ConformanceError(check, "preparation.cleanup-error", "the runtime could not release everything");
  }
  demand(check, suite.seen.discarded === discarded + 1, "backend.discard", "an open preparation must be discarded");
}

async function preparedRun(suite: Suite, check: string): Promise<PreparedRun> {
  const { backendId, intent, compile, runtime } = suite;
  return required(check, await runtime.prepare({ backendId, intent: intent(), compile }));
}

function startedRun(suite: Suite, prepared: PreparedRun, check: string): RunHandle {
  return required(check, suite.runtime.execute(prepared, suite.receipt(prepared)));
}

function required<T>(check: string, outcome: Outcome<T>): T {
  if (outcome.ok) return outcome.value;
  const [first] = outcome.diagnostics;
  const message = outcome.diagnostics.map((each) => each.message).join(" ");
  throw new ConformanceError(check, first?.code ?? "unknown", message, outcome.diagnostics);
}

function demand(check: string, holds: boolean, reason: string, message: string): void {
  if (!holds) throw new ConformanceError(check, reason, message);
}

function demandCancelled(check: string, result: RunResult, allowed: readonly RunResult["status"][]): void {
  demandSettled(check, result);
  const reason = result.error?.code ?? result.status;
  demand(check, allowed.includes(result.status), reason, `the run ended ${result.status}, not cancelled`);
}

function demandSettled(check: string, result: RunResult): void {
  const unsettled = result.diagnostics?.find((each) => each.code === "execution.backend-unsettled");
  demand(check, unsettled === undefined, "execution.backend-unsettled", "the backend had to be given up");
}
