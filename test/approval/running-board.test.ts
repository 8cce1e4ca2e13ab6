import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { boardRows, createRunningBoard } from "../../src/approval/running-board.ts";
import type { RunningUpdate } from "../../src/approval/running-state.ts";
import { displayWidth } from "../../src/text/measure.ts";
import { lineText } from "../../src/ui/line.ts";
import { aClock } from "../ui/fake-pi.ts";
import { nastyTexts } from "../ui/nasty-texts.ts";

const running: RunningUpdate = {
  phase: "running",
  startedAt: 0,
  limits: { timeoutMs: 600_000, maxTurns: 20, tokenBudget: 200_000 },
  turn: 4,
  tokens: 38_000,
  cost: 0.09,
  tool: 'grep "held.has"',
};

/** A board with what it shows: rows at 100 columns, and every change of them. */
function aBoard() {
  const clock = aClock();
  const frames: string[][] = [];
  const statuses: (string | undefined)[] = [];
  let rows: ((columns: number) => readonly (readonly { text: string }[])[]) | undefined;
  const board = createRunningBoard(
    {
      draw(next) {
        rows = next;
        frames.push((next?.(100) ?? []).map(lineText));
      },
      status: (text) => statuses.push(text),
    },
    clock,
  );
  return { board, clock, frames, statuses, shown: () => frames.at(-1), isShown: () => rows !== undefined };
}

describe("createRunningBoard", () => {
  test("shows a run under way as one row", () => {
    const { board, clock, shown } = aBoard();
    clock.advance(41_000);
    board.begin("reviewer").update(running);
    expect(shown()).toEqual(['reviewer 0:41/10:00 · turn 4/20 · grep "held.has" · 38k/200k $0.09 · Esc cancels']);
  });

  test("says that a run is starting until its first request", () => {
    const { board, clock, shown } = aBoard();
    const run = board.begin("reviewer");
    run.update({ phase: "running", startedAt: 0, limits: { timeoutMs: 600_000 }, tool: "" });
    expect(shown()).toEqual(["reviewer 0:00/10:00 · starting · Esc cancels"]);
    run.update({ turn: 1 });
    clock.advance(250);
    expect(shown()).toEqual(["reviewer 0:00/10:00 · turn 1 · Esc cancels"]);
  });

  test("gives several runs a row each, and says once how to cancel", () => {
    const { board, shown } = aBoard();
    for (const title of ["reviewer", "scout"]) board.begin(title).update({ ...running, limits: {}, tool: "" });
    expect(shown()).toEqual([
      "reviewer 0:00 · turn 4 · 38k $0.09",
      "scout 0:00 · turn 4 · 38k $0.09 · Esc cancels all",
    ]);
  });

  test("says how many plans wait of how many runs, and stops saying it", () => {
    const { board, statuses } = aBoard();
    const [one, two] = [board.begin("a"), board.begin("b")];
    one.update({ phase: "preparing" });
    one.update({ phase: "waiting for approval" });
    two.update({ phase: "waiting for approval" });
    one.update(running);
    two.end();
    one.end();
    expect(statuses).toEqual([
      "forge: preparing",
      "forge: 1 waiting of 2",
      "forge: 2 waiting of 2",
      "forge: 1 waiting of 2",
      undefined,
    ]);
  });

  test("is redrawn at most four times a second while progress floods in, and once a second while nothing comes", () => {
    const { board, clock, frames } = aBoard();
    const run = board.begin("a");
    run.update(running);
    const before = frames.length;
    for (let index = 0; index < 1_000; index++) run.update({ tokens: index });
    expect(frames).toHaveLength(before);
    clock.advance(250);
    expect(frames).toHaveLength(before + 1);
    for (let index = 0; index < 8; index++) clock.advance(250);
    expect(frames.length).toBeLessThanOrEqual(before + 4);
  });

  test("leaves nothing behind when all have ended, and no timer", () => {
    const { board, clock, isShown } = aBoard();
    const runs = ["a", "b"].map((title) => board.begin(title));
    for (const run of runs) run.update(running);
    expect(isShown()).toBe(true);
    for (const run of runs) {
      run.end();
      run.end();
    }
    expect(isShown()).toBe(false);
    expect(clock.running()).toBe(0);
  });

  test("only counts a run that has a view of its own", () => {
    const { board, statuses, isShown } = aBoard();
    const run = board.begin("a", { shownElsewhere: true });
    run.update({ phase: "waiting for approval" });
    run.update(running);
    expect(isShown()).toBe(false);
    expect(statuses).toEqual(["forge: 1 waiting of 1", undefined]);
  });

  test("shows nothing after it was closed", () => {
    const { board, clock, frames } = aBoard();
    const run = board.begin("a");
    board.close();
    const before = frames.length;
    run.update(running);
    run.end();
    expect([frames.length, clock.running()]).toEqual([before, 0]);
  });
});

test("many runs, or little room, are one row for all", () => {
  const runs = Array.from({ length: 5 }, (_, index) => ({ title: `run ${index}`, known: running }));
  expect(boardRows(runs, 0, 100).map(lineText)).toEqual(["5 running · Esc cancels all · 190k tok $0.45"]);
  expect(boardRows(runs.slice(0, 2), 0, 30).map(lineText)).toHaveLength(1);
});

test("no row is too wide or holds a control byte, whatever a child reports", () => {
  const texts = fc.oneof(fc.constantFrom(...Object.values(nastyTexts)), fc.string({ unit: "binary" }));
  fc.assert(
    fc.property(fc.array(texts, { minLength: 1, maxLength: 6 }), fc.integer({ min: 0, max: 400 }), (names, columns) => {
      const runs = names.map((title) => ({ title, known: { ...running, tool: title } }));
      for (const row of boardRows(runs, 0, columns).map(lineText)) {
        expect(displayWidth(row)).toBeLessThanOrEqual(columns);
        expect(row).not.toMatch(/[\p{Cc}\u202a-\u202e\u2066-\u2069]/u);
      }
    }),
    { numRuns: 200 },
  );
});
