import { describe, expect, test } from "vitest";
import { checkRunResult } from "../../src/contract/runtime/run-result.ts";
import type { Timers } from "../../src/runtime/timers.ts";
import { runBackendConformance } from "../../src/testing/conformance.ts";
import { ConformanceError } from "../../src/testing/conformance-error.ts";
import { createFakeBackend, type FakeBackendOptions } from "../../src/testing/fake-backend.ts";
import { fakeFailures } from "../../src/testing/fake-modes.ts";
import { sampleCompile, sampleIntent } from "../../src/testing/sample-intent.ts";

/** A minute in 60 ms, so that what waits for a bound gets there. */
const hastyTimers: Timers = {
  after(ms, fire) {
    const timer = setTimeout(fire, ms / 1_000);
    return () => clearTimeout(timer);
  },
};

function conformance(options: FakeBackendOptions = {}) {
  const fake = createFakeBackend(options);
  const runtime = { timers: hastyTimers };
  return {
    fake,
    outcome: runBackendConformance({ backend: fake.backend, intent: sampleIntent, compile: sampleCompile, runtime }),
  };
}

describe("the conformance suite", () => {
  test("passes a sound backend and says what it checked", async () => {
    const { fake, outcome } = conformance();
    const report = await outcome;
    expect(report).toMatchObject({ backendId: "fake", eventCount: 2, result: { status: "completed" } });
    expect(checkRunResult(report.result, report.plan)).toEqual([]);
    expect(report.checks).toEqual([
      "registration",
      "prepare-and-seal",
      "receipt-mismatch",
      "execute-and-dispose",
      "handle-used-once",
      "explicit-preparation-discard",
      "pre-dispatch-cancellation",
      "mid-run-cancellation",
      "runtime-disposal-of-preparation",
    ]);
    expect(fake.calls).toMatchObject({ prepare: 5, start: 2, cancel: 1, dispose: 2, discard: 3 });
    expect(fake.open()).toBe(0);
  });

  test("passes a backend whose preflight is exact", async () => {
    expect((await conformance({ fidelity: "exact-preflight" }).outcome).result.status).toBe("completed");
  });

  test.each(fakeFailures)("fails for $name", async ({ modes, check, reason }) => {
    const { outcome } = conformance(modes);
    const fault = await outcome.catch((cause: unknown) => cause);
    expect(fault).toBeInstanceOf(ConformanceError);
    expect(fault).toMatchObject({ check, reason });
  });

  test("refuses a descriptor before anything else", async () => {
    await expect(conformance({ id: "no id" }).outcome).rejects.toMatchObject({
      check: "registration",
      reason: "backend.invalid",
    });
  });

  test("notices a cancel that never comes to an end", async () => {
    const fake = createFakeBackend();
    const deaf = {
      ...fake.backend,
      start: (...input: Parameters<typeof fake.backend.start>) => ({
        ...fake.backend.start(...input),
        cancel: () => new Promise<void>(() => {}),
      }),
    };
    const runtime = { timers: hastyTimers };
    await expect(
      runBackendConformance({ backend: deaf, intent: sampleIntent, compile: sampleCompile, runtime }),
    ).rejects.toMatchObject({ check: "mid-run-cancellation", reason: "execution.backend-unsettled" });
  });
});
