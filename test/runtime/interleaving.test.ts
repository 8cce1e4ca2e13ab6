import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { checkRunResult, type RunResult } from "../../src/contract/runtime/run-result.ts";
import type { RunEvent } from "../../src/runtime/runtime-port.ts";
import type { FakeModes } from "../../src/testing/fake-modes.ts";
import { quiet, setting } from "./setting.ts";

type Act = "complete" | "die" | "cancel" | "timeout" | "dispose" | "discard";
interface Step {
  /** Microtasks to wait before acting. */
  readonly after: number;
  readonly act: Act;
}

const steps = fc.array(
  fc.record({
    after: fc.oneof(fc.nat(12), fc.constant(60)),
    act: fc.constantFrom<Act>("complete", "die", "cancel", "timeout", "dispose", "discard"),
  }),
  { maxLength: 8 },
);
const modes = fc.constantFrom<NonNullable<FakeModes["execution"]>>(
  "delayed",
  "never-settles",
  "cleanup-throw",
  "cleanup-hang",
  "cancel-throw",
  "throw-start",
  "invalid-control",
  "completed",
);

/** Plays the steps on one run and lets time pass until nothing is left to happen. */
async function play(execution: NonNullable<FakeModes["execution"]>, story: readonly Step[]) {
  const at = setting({ execution });
  const prepared = await at.prepared();
  const run = at.started(prepared);
  const events: RunEvent[] = [];
  const settled: RunResult[] = [];
  const waiting: Promise<unknown>[] = [];
  let first: Act | undefined;
  let eventsAtEnd = -1;
  run.subscribe((event) => events.push(event));
  void run.result.then((result) => {
    settled.push(result);
    eventsAtEnd = events.length;
  });
  const acts: Record<Act, () => void> = {
    complete: at.fake.complete,
    die: at.fake.die,
    cancel: () => void waiting.push(run.cancel("a person")),
    timeout: () => at.time.advance(60_000),
    dispose: () => void waiting.push(at.runtime.dispose().catch(() => undefined)),
    discard: () => void waiting.push(prepared.discard()),
  };
  for (const { after, act } of story) {
    for (let tick = 0; tick < after; tick += 1) await undefined;
    const canAct = act !== "discard" && (at.fake.calls.start > 0 || !["complete", "die"].includes(act));
    if (canAct) first ??= act;
    acts[act]();
  }
  await quiet();
  // Whoever waits for something now is freed by its bound: the host's timeout, the settling, the release.
  for (const wait of [60_000, 15_000, 15_000]) {
    if (at.time.pending() > 0) at.time.advance(wait);
    await quiet();
  }
  await Promise.all(waiting);
  return { ...at, run, prepared, events, settled, first, eventsAtEnd };
}

describe("under any interleaving of completion, death, cancel, timeout, disposal and discard", () => {
  test("there is one ending, it is a valid result, and everything is released", async () => {
    await fc.assert(
      fc.asyncProperty(modes, steps, async (execution, story) => {
        const at = await play(execution, story);
        expect(at.settled).toHaveLength(1);
        const [result] = at.settled;
        expect(checkRunResult(result, at.prepared.plan)).toEqual([]);
        expect(at.time.pending()).toBe(0);
        expect(at.fake.open()).toBe(0);
        expect(at.fake.calls.cancel).toBeLessThanOrEqual(1);
        // Released once, by whichever of the two is its way.
        expect(at.fake.calls.dispose + at.fake.calls.discard).toBe(1);
        expect(at.events).toHaveLength(at.eventsAtEnd);
        expect(at.events.map((each) => each.sequence)).toEqual(at.events.map((_, index) => index + 1));
        expect(at.registration.dispose().ok).toBe(true);
      }),
      { numRuns: 300 },
    );
  });

  test("the ending is the one that came first", async () => {
    const endings: Record<Act, Partial<RunResult>> = {
      complete: { status: "completed" },
      die: { status: "failed" },
      cancel: { status: "cancelled", reason: "a person" },
      timeout: { status: "timed-out" },
      dispose: { status: "cancelled", reason: "runtime disposed" },
      discard: {},
    };
    await fc.assert(
      fc.asyncProperty(steps, async (story) => {
        const { settled, first } = await play("delayed", story);
        expect(settled[0]).toMatchObject(endings[first ?? "timeout"]);
      }),
      { numRuns: 300 },
    );
  });

  test("a preparation ends prepared or given back, whenever it is aborted or the runtime disposed", async () => {
    const act = fc.constantFrom("abort" as const, "dispose" as const, "unregister" as const);
    const story = fc.array(fc.record({ after: fc.nat(40), act }), { maxLength: 3 });
    await fc.assert(
      fc.asyncProperty(story, async (acts) => {
        const at = setting();
        const abort = new AbortController();
        const outcome = at.prepare({ signal: abort.signal });
        for (const { after, act } of acts) {
          for (let tick = 0; tick < after; tick += 1) await undefined;
          if (act === "abort") abort.abort();
          else if (act === "dispose") void at.runtime.dispose();
          else at.registration.dispose();
        }
        const prepared = await outcome;
        await quiet();
        expect(at.fake.open()).toBeLessThanOrEqual(prepared.ok ? 1 : 0);
        if (prepared.ok) await prepared.value.discard();
        expect(at.fake.open()).toBe(0);
        expect(at.fake.calls.discard).toBeLessThanOrEqual(at.fake.calls.prepare);
        expect(at.time.pending()).toBe(0);
      }),
      { numRuns: 200 },
    );
  });
});
