import { describe, expect, test } from "vitest";
import { codes, quiet, setting } from "./setting.ts";

describe("aborting", () => {
  test("before the start asks the backend nothing", async () => {
    const { prepare, fake } = setting();
    expect(codes(await prepare({ signal: AbortSignal.abort() }))).toEqual(["preflight.cancelled"]);
    expect(fake.calls.preflight).toBe(0);
  });

  test("during preflight ends at once and leaves no listener", async () => {
    const { prepare, time } = setting({ preflight: "hang" });
    const abort = new AbortController();
    const outcome = prepare({ signal: abort.signal });
    await quiet();
    abort.abort();
    expect(codes(await outcome)).toEqual(["preflight.cancelled"]);
    expect(time.pending()).toBe(0);
  });

  test("during preparation ends at once, tells the backend, and discards what it prepares after all", async () => {
    const signals: AbortSignal[] = [];
    const { prepare, fake, time } = setting({
      methods: (backend) => ({
        prepare: async (input, tools) => {
          signals.push(tools.signal);
          const preparation = await backend.prepare(input, tools);
          await new Promise((resolve) => tools.signal.addEventListener("abort", resolve));
          return preparation;
        },
      }),
    });
    const abort = new AbortController();
    const outcome = prepare({ signal: abort.signal });
    await quiet();
    abort.abort();
    expect(codes(await outcome)).toEqual(["preparation.cancelled"]);
    expect(signals[0]?.aborted).toBe(true);
    await quiet();
    expect(fake.open()).toBe(0);
    expect(time.pending()).toBe(0);
  });

  test("after the preparation has no effect on the run", async () => {
    const { prepared, started } = setting();
    const abort = new AbortController();
    const run = await prepared({ signal: abort.signal });
    abort.abort();
    expect((await started(run).result).status).toBe("completed");
  });
});
