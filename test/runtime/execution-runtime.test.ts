import { describe, expect, test } from "vitest";
import type { PreparedRun } from "../../src/runtime/runtime-port.ts";
import { createFakeBackend } from "../../src/testing/fake-backend.ts";
import { codes, quiet, setting, value } from "./setting.ts";

const otherFingerprint = `sha256:v1:${"0".repeat(64)}`;

describe("a prepared run", () => {
  test("runs once, with the sealed plan and the backend's own preparation", async () => {
    const seen: unknown[] = [];
    const { prepared, started, runtime, receipt } = setting({
      methods: (backend) => ({
        start: (input, tools) => {
          seen.push(input.plan, input.preparation);
          return backend.start(input, tools);
        },
      }),
    });
    const run = await prepared();
    expect((await started(run).result).status).toBe("completed");
    expect(seen).toEqual([run.plan, { number: 1 }]);
    expect(Object.isFrozen(seen[0])).toBe(true);
    expect(codes(runtime.execute(run, receipt(run)))).toEqual(["execution.handle-consumed"]);
  });

  test("is refused by another runtime, and so is a copy of the handle", async () => {
    const here = setting();
    const there = setting();
    const run = await here.prepared();
    expect(codes(there.runtime.execute(run, there.receipt(run)))).toEqual(["execution.unbound-handle"]);
    const forged: PreparedRun = { ...run, plan: { ...run.plan, preparedRunId: "prepared:forged" } };
    expect(codes(here.runtime.execute(forged, here.receipt(run)))).toEqual(["execution.unbound-handle"]);
    expect(codes(here.runtime.execute(null as unknown as PreparedRun, here.receipt(run)))).toEqual([
      "execution.unbound-handle",
    ]);
  });

  test("is refused when the backend's preparation changed since it was sealed", async () => {
    const returned: { conversation: object }[] = [];
    const { prepared, runtime, receipt, fake } = setting({
      methods: (backend) => ({
        prepare: async (input, tools) => {
          const made = await backend.prepare(input, tools);
          const preparation = { ...made, conversation: structuredClone(made.conversation) };
          returned.push(preparation);
          return preparation;
        },
      }),
    });
    const run = await prepared();
    Object.assign(returned[0]?.conversation ?? {}, { systemPrompt: "Be rude." });
    expect(codes(runtime.execute(run, receipt(run)))).toEqual(["execution.preparation-mismatch"]);
    expect(fake.calls.start).toBe(0);
  });

  test("can be warmed, which never fails and never follows a discard", async () => {
    const { prepared, fake } = setting();
    const run = await prepared();
    run.warm();
    run.warm();
    await run.discard();
    run.warm();
    expect(fake.calls.warm).toBe(2);
    const broken = setting({
      methods: () => ({
        warm: () => {
          throw new Error("no");
        },
      }),
    });
    (await broken.prepared()).warm();
  });
});

describe("a receipt", () => {
  test.each([
    ["execution.receipt-mismatch", { executionFingerprint: otherFingerprint }],
    ["execution.receipt-mismatch", { conversationFingerprint: otherFingerprint }],
    ["execution.receipt-expired", { expiresAt: "2025-12-31T23:59:59.999Z" }],
    ["execution.receipt-invalid", { expiresAt: "whenever" }],
    ["execution.receipt-invalid", { source: "nobody" as "person" }],
  ])("%s is refused, and the run can still be approved", async (code, overrides) => {
    const { prepared, runtime, receipt, started, fake } = setting();
    const run = await prepared();
    expect(codes(runtime.execute(run, receipt(run, overrides)))[0]).toBe(code);
    expect(fake.calls.start).toBe(0);
    expect((await started(run).result).status).toBe("completed");
  });

  test("for another preparation of the same conversation is refused", async () => {
    const { prepared, runtime, receipt } = setting();
    const [first, second] = [await prepared(), await prepared()];
    expect(codes(runtime.execute(first, receipt(second)))).toEqual(["execution.receipt-mismatch"]);
  });

  test("expires at its last moment, not after it", async () => {
    const { prepared, runtime, receipt, time } = setting();
    const run = await prepared();
    const given = receipt(run);
    time.advance(10 * 60_000);
    expect(codes(runtime.execute(run, given))).toEqual(["execution.receipt-expired"]);
  });

  test("that is no receipt is refused, not thrown at", async () => {
    const { prepared, runtime } = setting();
    const run = await prepared();
    for (const bad of [undefined, null, "yes", new Map()]) {
      expect(codes(runtime.execute(run, bad as never))[0]).toBe("execution.receipt-invalid");
    }
  });
});

describe("discarding", () => {
  test("happens once, however often it is asked", async () => {
    const { prepared, fake } = setting();
    const run = await prepared();
    const [first, second] = await Promise.all([run.discard(), run.discard()]);
    expect([first.ok, second.ok, (await run.discard()).ok]).toEqual([true, true, true]);
    expect(fake.calls.discard).toBe(1);
  });

  test("leaves a run that executes alone", async () => {
    const { prepared, started, fake } = setting();
    const run = await prepared();
    const { result } = started(run);
    expect((await run.discard()).ok).toBe(true);
    expect((await result).status).toBe("completed");
    expect(fake.calls).toMatchObject({ discard: 0, dispose: 1 });
  });

  test("reports a backend that cannot, or that takes too long", async () => {
    const failing = setting({ preparation: "discard-throw" });
    expect(codes(await (await failing.prepared()).discard())).toEqual(["preparation.cleanup-error"]);
    const hanging = setting({ methods: () => ({ discard: () => new Promise(() => {}) }) });
    const discarded = (await hanging.prepared()).discard();
    hanging.time.advance(15_000);
    expect(codes(await discarded)).toEqual(["preparation.cleanup-error"]);
  });
});

describe("disposing of the runtime", () => {
  test("discards what is prepared, cancels what runs, and refuses the rest", async () => {
    const { runtime, prepared, prepare, started, receipt, fake } = setting({ execution: "delayed" });
    const [open, running] = [await prepared(), await prepared()];
    const run = started(running);
    await quiet();
    await Promise.all([runtime.dispose(), runtime.dispose()]);
    expect(await run.result).toMatchObject({ status: "cancelled", reason: "runtime disposed" });
    expect(fake.calls).toMatchObject({ discard: 1, cancel: 1, dispose: 1 });
    expect(fake.open()).toBe(0);
    expect(codes(await prepare())).toEqual(["runtime.disposed"]);
    expect(codes(runtime.execute(open, receipt(open)))).toEqual(["runtime.disposed"]);
    expect(codes(await runtime.catalog("fake", new AbortController().signal))).toEqual(["runtime.disposed"]);
    expect(() => runtime.registerBackend(createFakeBackend().backend)).toThrow();
  });

  test("ends preparations on their way", async () => {
    const { runtime, prepare, fake, time } = setting();
    const outcome = prepare({ compile: () => new Promise(() => {}) });
    await quiet();
    await runtime.dispose();
    expect(codes(await outcome)).toEqual(["preparation.cancelled"]);
    expect(fake.open()).toBe(0);
    expect(time.pending()).toBe(0);
  });

  test("waits for a discard that is under way", async () => {
    let finish: () => void = () => {};
    const slow = new Promise<void>((resolve) => {
      finish = resolve;
    });
    const { runtime, prepared } = setting({ methods: () => ({ discard: () => slow }) });
    void (await prepared()).discard();
    let isDisposed = false;
    const disposed = runtime.dispose().then(() => {
      isDisposed = true;
    });
    await quiet();
    expect(isDisposed).toBe(false);
    finish();
    await disposed;
  });

  test("says what could not be released", async () => {
    const { runtime, prepared, started } = setting({ preparation: "discard-throw", execution: "cleanup-throw" });
    await prepared();
    started(await prepared());
    await quiet();
    const running = setting({ execution: "cleanup-throw" });
    value(running.runtime.execute(...(await pair(running))));
    await expect(runtime.dispose()).rejects.toBeInstanceOf(AggregateError);
    await expect(running.runtime.dispose()).rejects.toBeInstanceOf(AggregateError);
  });

  test("is bounded even if a backend never lets go", async () => {
    const { runtime, prepared, started, time } = setting({ execution: "never-settles" });
    const run = started(await prepared());
    await quiet();
    const disposed = runtime.dispose();
    await quiet();
    time.advance(15_000);
    await disposed;
    expect((await run.result).diagnostics?.map((each) => each.code)).toEqual(["execution.backend-unsettled"]);
    expect(time.pending()).toBe(0);
  });
});

async function pair(at: ReturnType<typeof setting>) {
  const run = await at.prepared();
  return [run, at.receipt(run)] as const;
}
