import { describe, expect, test } from "vitest";
import { checkRunResult } from "../../src/contract/runtime/run-result.ts";
import type { RunEvent } from "../../src/runtime/runtime-port.ts";
import { sampleIntent } from "../../src/testing/sample-intent.ts";
import { quiet, type SettingOptions, setting } from "./setting.ts";

async function resultOf(options: SettingOptions, act?: (at: Awaited<ReturnType<typeof running>>) => void) {
  const at = await running(options);
  act?.(at);
  const result = await at.run.result;
  expect(checkRunResult(result, at.plan)).toEqual([]);
  expect(at.time.pending()).toBe(0);
  return result;
}

async function running(options: SettingOptions = {}) {
  const at = setting(options);
  const prepared = await at.prepared();
  const run = at.started(prepared);
  const events: RunEvent[] = [];
  run.subscribe((event) => events.push(event));
  return { ...at, run, events, plan: prepared.plan };
}

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

describe("a run that is cancelled", () => {
  test("before dispatch never starts and gives its preparation back", async () => {
    const at = setting();
    const run = at.started(await at.prepared());
    await run.cancel("not now");
    expect(await run.result).toMatchObject({ status: "cancelled", reason: "not now" });
    expect(at.fake.calls).toMatchObject({ start: 0, discard: 1 });
  });

  test("by a listener that hears it starting never starts", async () => {
    const at = setting();
    const run = at.started(await at.prepared());
    run.subscribe(() => void run.cancel());
    expect((await run.result).status).toBe("cancelled");
    expect(at.fake.calls).toMatchObject({ start: 0, discard: 1 });
  });

  test("keeps the partial text, usage and report that the backend hands back", async () => {
    const at = await running({ execution: "delayed" });
    await quiet();
    await Promise.all([at.run.cancel(), at.run.cancel("again")]);
    expect(await at.run.result).toMatchObject({
      status: "cancelled",
      reason: "user",
      output: { text: "A small ", partial: true },
      usage: { tokens: { total: 5 } },
      report: { blockedToolCalls: 0 },
    });
    expect(at.fake.calls).toMatchObject({ cancel: 1, dispose: 1 });
  });

  test("beats a result that comes after it", async () => {
    const at = await running({ execution: "delayed" });
    await quiet();
    const cancelled = at.run.cancel();
    at.fake.complete();
    await cancelled;
    expect(await at.run.result).toMatchObject({
      status: "cancelled",
      output: { text: "A small library.", partial: true },
    });
  });

  test("loses to a result that had settled already", async () => {
    const at = await running({ execution: "delayed" });
    await quiet();
    at.fake.complete();
    await at.run.cancel();
    expect((await at.run.result).status).toBe("completed");
    expect(at.fake.calls.cancel).toBe(0);
  });

  test("aborts the signal it gave the backend", async () => {
    const signals: AbortSignal[] = [];
    const at = await running({
      execution: "delayed",
      methods: (backend) => ({
        start: (input, tools) => {
          signals.push(tools.signal);
          return backend.start(input, tools);
        },
      }),
    });
    await quiet();
    expect(signals[0]?.aborted).toBe(false);
    await at.run.cancel();
    expect(signals[0]?.aborted).toBe(true);
  });

  test("contains a cancel that throws", async () => {
    const at = await running({ execution: "cancel-throw" });
    at.run.subscribe(() => void at.run.cancel());
    expect((await at.run.result).status).toBe("cancelled");
  });

  test("is given up when the backend does not settle, on record", async () => {
    const at = await running({ execution: "never-settles" });
    await quiet();
    const cancelled = at.run.cancel();
    await quiet();
    at.time.advance(15_000);
    await cancelled;
    const result = await at.run.result;
    expect(result).toMatchObject({ status: "cancelled", reason: "user" });
    expect(result.diagnostics?.map((each) => each.code)).toEqual(["execution.backend-unsettled"]);
    expect(at.fake.calls.dispose).toBe(1);
    expect(at.time.pending()).toBe(0);
  });
});

describe("a backend that was given up", () => {
  test("changes nothing any more, whether it answers or breaks", async () => {
    for (const act of ["complete", "die"] as const) {
      const at = await running({ execution: "never-settles" });
      await quiet();
      void at.run.cancel();
      await quiet();
      at.time.advance(15_000);
      const result = await at.run.result;
      const heard = at.events.length;
      at.fake[act]();
      await quiet();
      expect(await at.run.result).toBe(result);
      expect([at.events.length, at.fake.calls.dispose]).toEqual([heard, 1]);
    }
  });
});

describe("a run that takes too long", () => {
  test("is ended by the host's timer where the receipt says so, and keeps its partial text", async () => {
    const at = await running({ execution: "delayed" });
    await quiet();
    at.time.advance(59_999);
    await quiet();
    expect(at.fake.calls.cancel).toBe(0);
    at.time.advance(1);
    expect(await at.run.result).toMatchObject({
      status: "timed-out",
      reason: "host timeout",
      enforcedTimeoutMs: 60_000,
      output: { text: "A small ", partial: true },
    });
  });

  test("before its dispatch never starts", async () => {
    const at = setting();
    const run = at.started(await at.prepared());
    at.time.advance(60_000);
    expect((await run.result).status).toBe("timed-out");
    expect(at.fake.calls).toMatchObject({ start: 0, discard: 1 });
  });

  test("is given up some time after a limit that the backend should have kept", async () => {
    const at = await running({ execution: "never-settles", hardTimeout: true });
    await quiet();
    at.time.advance(60_000);
    await quiet();
    expect(at.fake.calls.cancel).toBe(0);
    at.time.advance(15_000);
    await quiet();
    at.time.advance(15_000);
    expect(await at.run.result).toMatchObject({ status: "failed", error: { code: "execution.backend-unsettled" } });
  });

  test("without any limit is given up in the end, too", async () => {
    const at = setting({ execution: "delayed", runtime: { longestRunMs: 5_000 } });
    const run = at.started(await at.prepared({ intent: sampleIntent({ limits: {} }) }));
    await quiet();
    at.time.advance(5_000);
    const result = await run.result;
    expect(result).toMatchObject({ status: "failed", error: { code: "execution.backend-unsettled" } });
    expect(result.output?.text).toBe("A small ");
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
