import { expect } from "vitest";
import { checkRunResult } from "../../src/contract/runtime/run-result.ts";
import type { RunEvent } from "../../src/runtime/runtime-port.ts";
import { type SettingOptions, setting } from "./setting.ts";

export async function resultOf(options: SettingOptions, act?: (at: Awaited<ReturnType<typeof running>>) => void) {
  const at = await running(options);
  act?.(at);
  const result = await at.run.result;
  expect(checkRunResult(result, at.plan)).toEqual([]);
  expect(at.time.pending()).toBe(0);
  return result;
}

export async function running(options: SettingOptions = {}) {
  const at = setting(options);
  const prepared = await at.prepared();
  const run = at.started(prepared);
  const events: RunEvent[] = [];
  run.subscribe((event) => events.push(event));
  return { ...at, run, events, plan: prepared.plan };
}
