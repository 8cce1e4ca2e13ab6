import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { systemTimers } from "../../src/runtime/timers.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("fires once, at its time", () => {
  const fire = vi.fn();
  systemTimers.after(1_000, fire);
  vi.advanceTimersByTime(999);
  expect(fire).not.toHaveBeenCalled();
  vi.advanceTimersByTime(5_000);
  expect(fire).toHaveBeenCalledOnce();
});

test("can be called off", () => {
  const fire = vi.fn();
  systemTimers.after(1_000, fire)();
  vi.advanceTimersByTime(5_000);
  expect(fire).not.toHaveBeenCalled();
});

test("a wait that is too long for one timer of the system is not cut short", () => {
  const fire = vi.fn();
  const longest = 2 ** 31 - 1;
  const callOff = systemTimers.after(longest + 1_000, fire);
  vi.advanceTimersByTime(longest + 999);
  expect(fire).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(fire).toHaveBeenCalledOnce();
  callOff();
});
