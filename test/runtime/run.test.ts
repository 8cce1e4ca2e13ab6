import { describe, expect, test } from "vitest";
import { sampleIntent } from "../../src/testing/sample-intent.ts";
import { resultOf, running } from "./running.ts";
import { quiet, type SettingOptions, setting } from "./setting.ts";

describe("a run that ends by itself", () => {
  test("is what the backend says, with identity and duration from the runtime", async () => {
    const at = await running();
    at.time.advance(25);
    const result = await at.run.result;
    expect(result).toMatchObject({
      status: "completed",
      output: { text: "A small library.", partial: false },
      usage: { tokens: { total: 5 } },
      report: { filesRead: ["README.md"] },
      runId: at.run.id,
      preparedRunId: at.plan.preparedRunId,
      executionFingerprint: at.plan.executionFingerprint,
      effectiveToolIds: ["fake.read"],
      durationMs: 25,
    });
    expect(at.fake.calls).toMatchObject({ start: 1, dispose: 1, cancel: 0, discard: 0 });
  });

  test.each([
    ["failed", { status: "failed", error: { code: "fake.failed" } }],
    ["backend-cancelled", { status: "cancelled", output: { partial: true } }],
    ["throw-result", { status: "failed", error: { code: "execution.backend-error", retryable: false } }],
    ["invalid", { status: "failed", error: { code: "execution.invalid-result" } }],
    ["degraded-receipt", { status: "failed", error: { code: "execution.invalid-result" } }],
    ["timed-out", { status: "failed", error: { code: "execution.invalid-result" } }],
    ["limit-reached", { status: "failed", error: { code: "execution.invalid-result" } }],
    ["cleanup-throw", { status: "failed", error: { code: "execution.cleanup-error" }, output: { partial: true } }],
  ] as const)("%s", async (execution, expected) => {
    expect(await resultOf({ execution })).toMatchObject(expected);
  });

  test("a timeout of the backend's own needs a receipt that says so", async () => {
    expect(await resultOf({ execution: "timed-out", hardTimeout: true })).toMatchObject({
      status: "timed-out",
      enforcedTimeoutMs: 60_000,
    });
  });

  test("a limit of the backend's own needs a receipt of that name", async () => {
    const at = setting({ execution: "limit-reached" });
    const intent = sampleIntent({ limits: { maxTurns: { value: 3, enforcement: "required" } } });
    const result = await at.started(await at.prepared({ intent })).result;
    expect(result).toMatchObject({ status: "limit-reached", reachedLimit: "maxTurns", output: { partial: true } });
  });

  test.each([
    ["throw-start", "execution.backend-error"],
    ["invalid-control", "execution.invalid-control"],
  ] as const)("one that never got going (%s) gives its preparation back once", async (execution, code) => {
    const at = await running({ execution });
    expect(await at.run.result).toMatchObject({ status: "failed", error: { code } });
    expect(at.fake.calls).toMatchObject({ discard: 1, dispose: 0 });
    expect(at.fake.open()).toBe(0);
  });

  test("a result that cannot be read as JSON is a failed run", async () => {
    const cyclic: { self?: unknown } = {};
    cyclic.self = cyclic;
    for (const result of [undefined, null, 7, "done", [], cyclic]) {
      const methods: SettingOptions["methods"] = () => ({
        start: () => ({
          result: Promise.resolve(result as never),
          cancel: async () => {},
          dispose: async () => {},
        }),
      });
      expect(await resultOf({ methods })).toMatchObject({ error: { code: "execution.invalid-result" } });
    }
  });

  test("a completed run whose backend will not let go stays completed, on record", async () => {
    const at = await running({ execution: "cleanup-hang" });
    await quiet();
    at.time.advance(15_000);
    const result = await at.run.result;
    expect(result.status).toBe("completed");
    expect(result.diagnostics?.map((each) => each.code)).toEqual(["execution.backend-unsettled"]);
  });

  test("a report that is too long is dropped, on record", async () => {
    const methods: SettingOptions["methods"] = (backend) => ({
      start: (input, tools) => {
        const execution = backend.start(input, tools);
        const result = execution.result.then((said) => ({ ...said, report: "x".repeat(1024 * 1024) }));
        return { ...execution, result };
      },
    });
    const result = await resultOf({ methods });
    expect(result).toMatchObject({ status: "completed", diagnostics: [{ code: "execution.report-dropped" }] });
    expect(result.report).toBeUndefined();
  });

  test("a field that no backend may set does not pass", async () => {
    const methods: SettingOptions["methods"] = (backend) => ({
      start: (input, tools) => {
        const execution = backend.start(input, tools);
        return { ...execution, result: execution.result.then((said) => ({ ...said, runId: "run:mine", extra: 1 })) };
      },
    });
    const at = await running({ methods });
    const result = await at.run.result;
    expect(result.runId).toBe(at.run.id);
    expect(result).not.toHaveProperty("extra");
  });
});

describe("events", () => {
  test("are numbered from the start of the run, and stop when it has settled", async () => {
    const at = await running({ execution: "delayed" });
    await quiet();
    at.fake.complete();
    await at.run.result;
    expect(at.events.map(({ sequence, phase }) => [sequence, phase])).toEqual([
      [1, "starting"],
      [2, "message"],
    ]);
    expect(at.events.every((each) => each.runId === at.run.id)).toBe(true);
  });
});
