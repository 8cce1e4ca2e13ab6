import { expect, test } from "vitest";
import { traceHandles } from "../../src/runtime/trace-handles.ts";
import { codes, manualTime, value } from "./setting.ts";

function handles() {
  const time = manualTime();
  let ids = 0;
  const newId = (): string => {
    ids += 1;
    return `${ids}`;
  };
  return { time, traces: traceHandles({ clock: time.clock, newId }) };
}

const trace = { backendId: "fake", traceId: "/secret/trace/7", scope: "session-1", lifetimeMs: 1_000 };

test("hides the backend's own id and gives it back to the scope it was issued for", () => {
  const { traces } = handles();
  const issued = traces.issue(trace);
  expect(issued).toEqual({
    handle: "trace:1",
    backendId: "fake",
    authorizationScope: "session-1",
    expiresAt: "2026-01-01T00:00:01.000Z",
  });
  expect(value(traces.open(issued.handle, "session-1"))).toEqual({ backendId: "fake", traceId: "/secret/trace/7" });
});

test("refuses another scope, an unknown handle, and one that was forgotten", () => {
  const { traces } = handles();
  const { handle } = traces.issue(trace);
  expect(codes(traces.open(handle, "session-2"))).toEqual(["trace.scope"]);
  expect(codes(traces.open("trace:9", "session-1"))).toEqual(["trace.unknown"]);
  expect([traces.forget(handle), traces.forget(handle)]).toEqual([true, false]);
  expect(codes(traces.open(handle, "session-1"))).toEqual(["trace.unknown"]);
});

test("expires at its last moment", () => {
  const { traces, time } = handles();
  const { handle } = traces.issue(trace);
  time.advance(999);
  expect(traces.open(handle, "session-1").ok).toBe(true);
  time.advance(1);
  expect(codes(traces.open(handle, "session-1"))).toEqual(["trace.expired"]);
});

test("never gives one handle twice", () => {
  const traces = traceHandles({ clock: () => 0, newId: () => "same" });
  traces.issue(trace);
  expect(() => traces.issue(trace)).toThrow();
});
