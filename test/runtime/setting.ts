import type { ApprovalReceipt } from "../../src/contract/approval-receipt.ts";
import type { Outcome } from "../../src/contract/outcome.ts";
import type { Backend } from "../../src/runtime/backend.ts";
import { createExecutionRuntime, type ExecutionRuntimeOptions } from "../../src/runtime/execution-runtime.ts";
import type { PreparedRun, PrepareRun } from "../../src/runtime/runtime-port.ts";
import type { Timers } from "../../src/runtime/timers.ts";
import { createFakeBackend, type FakeBackendOptions } from "../../src/testing/fake-backend.ts";
import { sampleCompile, sampleIntent } from "../../src/testing/sample-intent.ts";
import { sampleReceipt } from "../../src/testing/sample-receipt.ts";

/** Time that moves only when a test says so. */
export function manualTime() {
  let now = Date.parse("2026-01-01T00:00:00.000Z");
  const armed = new Set<{ readonly at: number; readonly fire: () => void }>();
  const timers: Timers = {
    after(ms, fire) {
      const timer = { at: now + ms, fire };
      armed.add(timer);
      return () => void armed.delete(timer);
    },
  };
  return {
    timers,
    clock: () => now,
    pending: () => armed.size,
    advance(ms: number): void {
      now += ms;
      for (const timer of [...armed].sort((left, right) => left.at - right.at)) {
        if (timer.at > now || !armed.delete(timer)) continue;
        timer.fire();
      }
    },
  };
}

/** Lets everything run that waits for nothing. */
export function quiet(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

export interface SettingOptions extends FakeBackendOptions {
  readonly runtime?: ExecutionRuntimeOptions;
  /** Replaces methods of the fake. */
  readonly methods?: (backend: Backend) => Partial<Backend>;
}

/** A runtime with one fake backend in it, and time in the test's hand. */
export function setting(options: SettingOptions = {}) {
  const { runtime: runtimeOptions, methods, ...fakeOptions } = options;
  const fake = createFakeBackend(fakeOptions);
  const time = manualTime();
  let ids = 0;
  const newId = (): string => {
    ids += 1;
    return `${ids}`;
  };
  const runtime = createExecutionRuntime({ clock: time.clock, timers: time.timers, newId, ...runtimeOptions });
  const backend: Backend = { ...fake.backend, ...methods?.(fake.backend) };
  const registration = runtime.registerBackend(backend);
  const request = (overrides: Partial<PrepareRun> = {}): PrepareRun => ({
    backendId: backend.descriptor.id,
    intent: sampleIntent(),
    compile: sampleCompile,
    ...overrides,
  });
  const prepare = (overrides: Partial<PrepareRun> = {}) => runtime.prepare(request(overrides));
  const prepared = async (overrides: Partial<PrepareRun> = {}) => value(await prepare(overrides));
  const receipt = (run: PreparedRun, overrides: Partial<ApprovalReceipt> = {}): ApprovalReceipt => ({
    ...sampleReceipt(run, time.clock()),
    ...overrides,
  });
  const started = (run: PreparedRun) => value(runtime.execute(run, receipt(run)));
  return { fake, time, runtime, registration, request, prepare, prepared, receipt, started };
}

export function value<T>(outcome: Outcome<T>): T {
  if (!outcome.ok) throw new Error(outcome.diagnostics.map((each) => `${each.code} ${each.message}`).join("; "));
  return outcome.value;
}

/** The codes of an outcome, errors first to last. */
export function codes(outcome: Outcome<unknown>): string[] {
  return outcome.diagnostics.filter((each) => each.level === "error").map((each) => each.code);
}
