import { describe, expect, test } from "vitest";
import { terminalProgress } from "../../src/app-progress-in-terminal.ts";
import type { DelegationProgress } from "../../src/delegation.ts";
import { aClock } from "../ui/fake-pi.ts";

const running = (details?: object) =>
  ({
    phase: "running",
    startedAt: new Date(0),
    plan: { limits: { timeoutMs: { value: 600_000 } } },
    ...(details && { event: { phase: "message", details } }),
  }) as unknown as DelegationProgress;

function aTerminal(isTTY: boolean) {
  const clock = aClock();
  const written: string[] = [];
  const progress = terminalProgress({ isTTY, columns: 60, write: (text) => written.push(text) }, "reviewer", clock);
  return { clock, written, progress };
}

describe("on a terminal", () => {
  test("the run is one row that is drawn again, throttled, and taken away at the end", () => {
    const { clock, written, progress } = aTerminal(true);
    progress.report({ phase: "preparing" });
    progress.report({ phase: "awaiting-approval" } as unknown as DelegationProgress);
    expect(written).toEqual([]);
    progress.report(running());
    for (let turn = 1; turn < 500; turn++) progress.report(running({ turn, tokens: 10 * turn }));
    clock.advance(250);
    expect(written).toEqual([
      "\r\u001b[Kreviewer 0:00/10:00 · starting · Ctrl+C cancels",
      "\r\u001b[Kreviewer 0:00/10:00 · turn 499 · 5k · Ctrl+C cancels",
    ]);
    progress.end();
    expect(written.at(-1)).toBe("\r\u001b[K");
    expect(clock.running()).toBe(0);
  });

  test("no escape of the child's reaches it", () => {
    const { clock, written, progress } = aTerminal(true);
    progress.report(running({ tool: "ls \u001b[2J\n\u202e" }));
    clock.advance(250);
    progress.end();
    expect(written.join("").replaceAll("\r\u001b[K", "")).not.toMatch(/[\p{Cc}\u202e]/u);
  });
});

test("elsewhere each new step is a line, without escapes", () => {
  const { written, progress } = aTerminal(false);
  progress.report({ phase: "preparing" });
  progress.report({ phase: "awaiting-approval" } as unknown as DelegationProgress);
  const between = { turn: 2 };
  for (const details of [
    undefined,
    { tool: "ls ." },
    between,
    { tool: "read a" },
    between,
    { delta: "x" },
    { delta: "y" },
  ]) {
    progress.report(running(details));
  }
  progress.end();
  expect(written).toEqual(["preparing\n", "sealed\n", "running\n", "ls .\n", "read a\n", "answering\n"]);
});
