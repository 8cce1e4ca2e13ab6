import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { transcriptOf } from "../src/app-transcript.ts";
import type { RunEvent } from "../src/runtime/runtime-port.ts";

function events(...details: readonly RunEvent["details"][]): RunEvent[] {
  return details.map((each, index) => ({
    runId: "run:1",
    sequence: index + 1,
    timestamp: new Date(1_000 * index).toISOString(),
    phase: "message",
    message: "Step.",
    ...(each === undefined ? {} : { details: each }),
  }));
}

describe("transcriptOf", () => {
  test("joins what the model said in one go, and keeps turns and tool calls apart", () => {
    const { transcript } = transcriptOf(
      events(
        { turn: 1, delta: "I " },
        { turn: 1, delta: "look." },
        { turn: 1, tool: "ls ." },
        { turn: 2, delta: "Done." },
      ),
    );
    expect(transcript.map(({ said, tool }) => said ?? tool)).toEqual(["I look.", "ls .", "Done."]);
  });

  test("keeps what each step had used so far", () => {
    const { transcript } = transcriptOf(events({ turn: 1, tokens: 700, cost: 0.1 }));
    expect(transcript).toMatchObject([{ turn: 1, tokens: 700, cost: 0.1 }]);
  });

  test("holds no secret, also where a piece ends in the middle of it", () => {
    const key = `sk-ant-api03-${"a1B2".repeat(20)}`;
    const { transcript } = transcriptOf(events({ turn: 1, delta: key.slice(0, 9) }, { turn: 1, delta: key.slice(9) }));
    expect(JSON.stringify(transcript)).not.toContain("a1B2a1B2");
  });

  test("is bounded, and says how many steps it left out", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 3_000 }), (count) => {
        const { transcript, transcriptLeftOut = 0 } = transcriptOf(
          events(...Array.from({ length: count }, (_, turn) => ({ turn, delta: "x".repeat(20) }))),
        );
        expect(transcript.length + transcriptLeftOut).toBe(count);
        expect(transcript.length).toBeLessThanOrEqual(1_000);
      }),
      { numRuns: 20 },
    );
    const flood = transcriptOf(events(...Array.from({ length: 4 }, () => ({ turn: 1, delta: "y".repeat(1_000_000) }))));
    expect(JSON.stringify(flood).length).toBeLessThan(10_000);
    const words = "words \u{1f600} ".repeat(300);
    const long = transcriptOf(events(...Array.from({ length: 900 }, (_, turn) => ({ turn, delta: words }))));
    expect(Buffer.byteLength(JSON.stringify(long.transcript))).toBeLessThanOrEqual(512 * 1024);
    expect(long.transcript.length + (long.transcriptLeftOut ?? 0)).toBe(900);
    expect(long.transcript.at(-1)?.turn).toBe(899);
  });
});
