import { expect, test } from "vitest";
import type { BackendEvent } from "../../src/runtime/backend.ts";
import { runEvents } from "../../src/runtime/run-events.ts";
import type { RunEvent } from "../../src/runtime/runtime-port.ts";

function heard() {
  const events = runEvents("run:1", () => 0);
  const seen: RunEvent[] = [];
  return { events, seen, stop: events.subscribe((event) => void seen.push(event)) };
}

test("every listener gets its own copy", () => {
  const { events, seen } = heard();
  const other: RunEvent[] = [];
  events.subscribe((event) => {
    other.push(event);
    Object.assign(event, { message: "altered" });
  });
  const details = { turn: 1 };
  events.emit({ phase: "message", message: "one", details });
  details.turn = 2;
  expect(seen).toEqual([
    {
      runId: "run:1",
      sequence: 1,
      timestamp: "1970-01-01T00:00:00.000Z",
      phase: "message",
      message: "one",
      details: { turn: 1 },
    },
  ]);
  expect(other[0]?.message).toBe("altered");
});

test("a listener that throws keeps nobody else from hearing", () => {
  const events = runEvents("run:1", () => 0);
  const seen: number[] = [];
  events.subscribe(() => {
    throw new Error("no");
  });
  events.subscribe((event) => void seen.push(event.sequence));
  events.emit({ phase: "message", message: "one" });
  events.emit({ phase: "finishing", message: "two" });
  expect(seen).toEqual([1, 2]);
});

test("what is malformed is dropped and leaves no gap", () => {
  const { events, seen } = heard();
  const thrower = {
    get phase(): string {
      throw new Error("no");
    },
  };
  const malformed = [null, {}, { phase: "dancing", message: "x" }, { phase: "message" }, thrower];
  const odd = [() => 1, [1], "text", new Map()].map((details) => ({ phase: "message", message: "x", details }));
  for (const each of [...malformed, ...odd]) events.emit(each as BackendEvent);
  events.emit({ phase: "message", message: "good" });
  expect(seen.map((each) => [each.sequence, each.message])).toEqual([[1, "good"]]);
});

test("nothing is heard after unsubscribing or after the end", () => {
  const { events, seen, stop } = heard();
  events.emit({ phase: "message", message: "one" });
  stop();
  events.emit({ phase: "message", message: "two" });
  const later: RunEvent[] = [];
  events.subscribe((event) => void later.push(event));
  events.close();
  events.emit({ phase: "message", message: "three" });
  events.subscribe((event) => void later.push(event));
  events.emit({ phase: "message", message: "four" });
  expect([seen.length, later.length]).toEqual([1, 0]);
});
