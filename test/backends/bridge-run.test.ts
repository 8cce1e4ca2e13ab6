import { expect, test } from "vitest";
import { bridgeRun, type SeenMessage } from "../../src/backends/bridge-run.ts";
import { type ChildFrame, encodeFrame } from "../../src/backends/frames.ts";

function framesOf(seen: Partial<SeenMessage>): readonly ChildFrame[] {
  const frames: ChildFrame[] = [];
  const usage = { input: 1, output: 1, totalTokens: 2, cost: { total: 0 } };
  bridgeRun((frame) => frames.push(frame)).message({ content: [], stopReason: "stop", usage, ...seen });
  return frames;
}

test.each([-1e300, Number.NaN, Number.POSITIVE_INFINITY, "many" as unknown as number])(
  "a usage of %s is none, and takes nothing from a budget",
  (amount) => {
    const usage = { input: 3, output: amount, totalTokens: amount, cost: { total: amount } };
    expect(framesOf({ usage })).toMatchObject([{ usage: { input: 3, output: 0, total: 3, cost: 0 } }]);
  },
);

test("an error as long as a page still fits into a frame", () => {
  const [frame] = framesOf({ stopReason: "error", errorMessage: `401 ${"x".repeat(20_000_000)}` });
  expect(frame).toMatchObject({ type: "message", error: expect.stringMatching(/^401 x{65532}$/) });
});

test.each(["text", "thinking"] as const)("%s that a provider sends at once fits into frames, and is whole", (kind) => {
  const frames: ChildFrame[] = [];
  const all = "\u0001🦊".repeat(100_000);
  bridgeRun((frame) => frames.push(frame))[kind](all);
  const deltas = frames.filter((frame) => frame.type === "delta");
  expect(deltas.map((frame) => frame.text).join("")).toBe(all);
  expect(new Set(deltas.map((frame) => frame.kind))).toEqual(new Set([kind]));
  const lines = deltas.map((frame) => encodeFrame(frame).length);
  expect(Math.max(...lines)).toBeLessThan(1024 * 1024);
});

test("whatever a model or a provider writes a book into still fits into a frame", () => {
  const frames: ChildFrame[] = [];
  const run = bridgeRun((frame) => frames.push(frame));
  const book = "é\u0001".repeat(10_000_000);
  run.block("c1", book);
  run.tool("refused", book, book);
  run.tool("start", "read", book);
  run.end("failed", { message: book });
  expect(frames.map(({ type }) => type)).toEqual(["tool", "tool", "tool", "ending"]);
  for (const frame of frames) expect(encodeFrame(frame).length).toBeLessThan(1024 * 1024);
});
