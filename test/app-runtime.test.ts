import { expect, test } from "vitest";
import type { AnyBackend } from "../src/app-options.ts";
import { ownRuntime } from "../src/app-runtime.ts";
import { createFakeBackend } from "../src/testing/fake-backend.ts";
import { sampleCompile, sampleIntent } from "../src/testing/sample-intent.ts";

const clock = { now: () => new Date(0), newId: () => globalThis.crypto.randomUUID() };
const fake = createFakeBackend();
const backends = () => [fake.backend as unknown as AnyBackend];

test("each piece of work has the backends that are configured then", async () => {
  let configured: readonly AnyBackend[] = [];
  const withRuntime = ownRuntime(() => configured, clock);
  expect(await withRuntime(async (runtime) => runtime.listBackends())).toEqual([]);
  configured = backends();
  expect(await withRuntime(async (runtime) => runtime.listBackends().map(({ id }) => id))).toEqual(["fake"]);
});

test("what was prepared and not run is released at the end, however it comes", async () => {
  const work = ownRuntime(
    backends,
    clock,
  )(async (runtime) => {
    const prepared = await runtime.prepare({ backendId: "fake", intent: sampleIntent(), compile: sampleCompile });
    expect(prepared.ok).toBe(true);
    expect(fake.open()).toBe(1);
    throw new Error("Something else went wrong.");
  });
  await expect(work).rejects.toThrow("Something else went wrong.");
  expect(fake.open()).toBe(0);
});
