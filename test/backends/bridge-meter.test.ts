import { expect, test } from "vitest";
import { bridgeMeter } from "../../src/backends/bridge-meter.ts";

const tokens = (totalTokens: number) => ({ input: 0, output: 0, totalTokens, cost: { total: 0 } });

function aTurn(meter: ReturnType<typeof bridgeMeter>, stopReason = "toolUse", total = 1): void {
  meter.request();
  meter.message(tokens(total), stopReason);
}

test("a request that repeats a failed one is a retry and no turn", () => {
  const meter = bridgeMeter();
  expect(meter.request()).toEqual({ number: 1, retry: false });
  meter.message(tokens(0), "error");
  expect(meter.isFirst()).toBe(true);
  expect(meter.request()).toEqual({ number: 2, retry: true });
  expect(meter.turn()).toBe(1);
  meter.message(tokens(1), "stop");
  expect(meter.request()).toEqual({ number: 3, retry: false });
  expect(meter.isFirst()).toBe(false);
  expect(meter.counts()).toMatchObject({ requests: 3, retries: 1 });
});

test("the last turn may be repeated when it failed, and no other begins", () => {
  const meter = bridgeMeter();
  meter.limit({ maxTurns: 2 });
  aTurn(meter);
  expect(meter.limitBefore(0)).toBeUndefined();
  aTurn(meter, "error");
  expect(meter.limitBefore(0)).toBeUndefined();
  aTurn(meter);
  expect(meter.limitBefore(0)).toBe("maxTurns");
});

test("the budget holds against what was reported or what the conversation shows, whichever is more", () => {
  const meter = bridgeMeter();
  meter.limit({ tokenBudget: 100 });
  aTurn(meter, "toolUse", 99);
  expect(meter.limitBefore(0)).toBeUndefined();
  expect(meter.limitBefore(100)).toBe("tokenBudget");
  aTurn(meter, "error", 1);
  expect(meter.limitBefore(0)).toBe("tokenBudget");
});

test("output is cut at the limit, between characters, and nothing of it comes after", () => {
  const meter = bridgeMeter();
  meter.limit({ maxOutputBytes: 4 });
  expect(meter.output("abc")).toEqual({ kept: "abc", over: false });
  expect(meter.output("éd")).toEqual({ kept: "", over: true });
  expect(meter.output("e")).toEqual({ kept: "", over: true });
});

test("without limits nothing is over", () => {
  const meter = bridgeMeter();
  for (let turn = 0; turn < 50; turn++) aTurn(meter, "toolUse", 1_000_000);
  expect(meter.limitBefore(Number.MAX_SAFE_INTEGER)).toBeUndefined();
  expect(meter.output("x".repeat(1_000))).toMatchObject({ over: false });
});
