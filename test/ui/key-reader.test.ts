import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createKeyReader } from "../../src/ui/key-reader.ts";
import type { Key } from "../../src/ui/keys.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function aReader() {
  const keys: Key[] = [];
  return { keys, ...createKeyReader((more) => keys.push(...more)) };
}

test("a sequence and a paste may be split anywhere", () => {
  const { keys, push } = aReader();
  for (const byte of "a\u001b[A\u001b[200~x\ny\u001b[201~") push(byte);
  expect(keys).toEqual([
    { kind: "text", text: "a" },
    { kind: "named", name: "up" },
    { kind: "paste", text: "x\ny" },
  ]);
});

test("a character may be split between two reads", () => {
  const { keys, push } = aReader();
  const bytes = Buffer.from("漢");
  push(bytes.subarray(0, 1));
  push(bytes.subarray(1));
  expect(keys.map((key) => (key.kind === "named" ? "" : key.text)).join("")).toBe("漢");
});

test("a lone Escape is one after a moment", () => {
  const { keys, push } = aReader();
  push("\u001b");
  expect(keys).toEqual([]);
  vi.advanceTimersByTime(30);
  expect(keys).toEqual([{ kind: "named", name: "escape" }]);
});

test("a paste that is never closed is over after a second of quiet, and the keyboard works again", () => {
  const { keys, push } = aReader();
  push("\u001b[200~half a");
  vi.advanceTimersByTime(900);
  push(" paste\u0019\r");
  expect(keys).toEqual([]);
  vi.advanceTimersByTime(1000);
  expect(keys).toEqual([{ kind: "paste", text: "half a paste\n" }]);
  push("\u0019");
  expect(keys.at(-1)).toEqual({ kind: "named", name: "approve" });
});
