import { describe, expect, test } from "vitest";
import { sampleIntent } from "../../src/testing/sample-intent.ts";
import { running } from "./running.ts";
import { quiet, setting } from "./setting.ts";

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
