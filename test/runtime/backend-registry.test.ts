import { describe, expect, test } from "vitest";
import { ExecutionRuntimeError } from "../../src/runtime/runtime-error.ts";
import { createFakeBackend } from "../../src/testing/fake-backend.ts";
import { codes, quiet, setting } from "./setting.ts";

describe("registering a backend", () => {
  test("lists descriptors as copies, sorted by id", () => {
    const { runtime } = setting({ id: "zeta" });
    runtime.registerBackend(createFakeBackend({ id: "alpha" }).backend);
    const [first] = runtime.listBackends();
    expect(runtime.listBackends().map((each) => each.id)).toEqual(["alpha", "zeta"]);
    if (first !== undefined) first.capabilities.limits.maxTurns.push("unsupported");
    expect(runtime.listBackends()[0]?.capabilities.limits.maxTurns).toEqual(["backend-hard"]);
  });

  test("refuses an id that is taken, and a descriptor that is none", () => {
    const { runtime } = setting();
    const again = () => runtime.registerBackend(createFakeBackend().backend);
    expect(again).toThrow(expect.objectContaining({ code: "backend.duplicate" }));
    const broken = () => runtime.registerBackend(createFakeBackend({ id: "not an id" }).backend);
    expect(broken).toThrow(ExecutionRuntimeError);
    expect(broken).toThrow(expect.objectContaining({ code: "backend.invalid" }));
  });

  test("a backend that has left is missing, and may come back", async () => {
    const { runtime, registration, prepare, fake } = setting();
    expect(registration.dispose().ok).toBe(true);
    expect(registration.dispose().ok).toBe(true);
    expect(codes(await prepare())).toEqual(["backend.missing"]);
    const back = runtime.registerBackend(fake.backend);
    expect(registration.dispose().ok).toBe(true);
    expect(runtime.listBackends()).toHaveLength(1);
    expect(back.dispose().ok).toBe(true);
  });

  test("leaving is refused while a run executes or drains", async () => {
    const { registration, prepared, started, fake } = setting({ execution: "delayed" });
    const run = started(await prepared());
    await quiet();
    expect(codes(registration.dispose())).toEqual(["backend.busy"]);
    fake.complete();
    await run.result;
    expect(registration.dispose().ok).toBe(true);
  });

  test("leaving discards what is only prepared and ends what is being prepared", async () => {
    const { registration, prepared, prepare, runtime, receipt, fake } = setting();
    const open = await prepared();
    const under = prepare({ compile: () => new Promise(() => {}) });
    await quiet();
    registration.dispose();
    expect(codes(await under)).toEqual(["preparation.cancelled"]);
    await quiet();
    expect(fake.calls.discard).toBe(1);
    expect(fake.open()).toBe(0);
    expect(codes(runtime.execute(open, receipt(open)))).toEqual(["execution.handle-consumed"]);
  });

  test("passes the backend's catalogue on, or why there is none", async () => {
    const { runtime } = setting();
    const { signal } = new AbortController();
    expect(await runtime.catalog("fake", signal)).toMatchObject({
      ok: true,
      value: [{ name: "read" }, { name: "ls" }],
    });
    expect(codes(await runtime.catalog("none", signal))).toEqual(["backend.missing"]);
    expect(codes(await runtime.catalog("fake", AbortSignal.abort()))).toEqual(["backend.catalog-cancelled"]);
    const broken = setting({ methods: () => ({ catalog: () => Promise.reject(new Error("no")) }) });
    expect(codes(await broken.runtime.catalog("fake", signal))).toEqual(["backend.catalog-error"]);
    const slow = setting({ methods: () => ({ catalog: () => new Promise(() => {}) }) });
    const waiting = slow.runtime.catalog("fake", signal);
    await quiet();
    slow.time.advance(120_000);
    expect(codes(await waiting)).toEqual(["backend.catalog-timed-out"]);
  });
});
