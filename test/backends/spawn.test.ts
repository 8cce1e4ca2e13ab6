import { tmpdir } from "node:os";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { type SpawnRequest, startChild } from "../../src/backends/spawn.ts";

const script = (name: string) => fileURLToPath(new URL(`../fixtures/children/${name}.mjs`, import.meta.url));

function start(name: string, overrides: Partial<SpawnRequest> = {}) {
  return startChild({
    command: process.execPath,
    args: [script(name)],
    directory: tmpdir(),
    environment: {},
    stdin: "ignore",
    onFrameLine: () => {},
    onTooLong: () => {},
    ...overrides,
  });
}

test("a character split over two writes arrives whole, and U+2028 splits nothing", async () => {
  const lines: string[] = [];
  const keep = (line: string) => lines.push(line);
  await start("splits-characters", { onFrameLine: keep, onOutputLine: keep }).exited;
  expect(lines).toEqual(['{"t":"≤\u2028"}', '{"t":"≤\u2028"}']);
});

test("a flood on stderr leaves its valid tail and does not grow the parent", async () => {
  const before = process.memoryUsage().rss;
  const exit = await start("floods-stderr", { args: [script("floods-stderr"), "267"] }).exited;
  expect(exit.stderr.endsWith("≤\nthe last words")).toBe(true);
  expect(exit.stderr).not.toContain("\ufffd");
  expect(Buffer.byteLength(exit.stderr)).toBeLessThanOrEqual(64 * 1024);
  expect(process.memoryUsage().rss - before).toBeLessThan(64 * 1024 * 1024);
}, 60_000);

test("a child that ignores TERM is gone after the grace", async () => {
  let seen: () => void = () => {};
  const started = new Promise<void>((resolve) => {
    seen = resolve;
  });
  const child = start("ignores-term", { onOutputLine: () => seen() });
  await started;
  const exit = await child.terminate(200);
  expect(exit).toMatchObject({ signal: "SIGKILL", forced: true });
  expect(() => process.kill(child.pid ?? 0, 0)).toThrow();
}, 20_000);

test("a child that leaves before it read 16 MB is a failure with its words, and the parent lives", async () => {
  const child = start("exits-at-once", { stdin: "pipe" });
  child.send("x".repeat(16 * 1024 * 1024));
  child.write("x".repeat(16 * 1024 * 1024));
  expect(await child.exited).toMatchObject({ code: 3, stderr: "no good", forced: false });
}, 20_000);

test.each([
  ["a missing program", { command: "/nowhere/no-such-program" }],
  ["a missing directory", { directory: "/nowhere/at/all" }],
  ["an argument that no system takes", { args: ["x".repeat(8 * 1024 * 1024)] }],
  ["an argument that spawn itself refuses", { args: ["a\u0000b"] }],
])("%s is a result, not a throw", async (_what, overrides) => {
  const child = start("exits-at-once", overrides);
  child.send("x");
  const exit = await child.exited;
  expect(exit.spawnError).toBeTruthy();
  expect(await child.terminate(10)).toEqual(exit);
});

test("runs from a directory and with arguments that hold blanks and quotes", async () => {
  const lines: string[] = [];
  await start("", {
    args: ["-e", "console.log(JSON.stringify(process.argv.slice(1)))", "a b", `c"d'e`],
    onOutputLine: (line) => lines.push(line),
  }).exited;
  expect(lines).toEqual([JSON.stringify(["a b", `c"d'e`])]);
});
