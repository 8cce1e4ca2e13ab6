import { expect, test } from "vitest";
import { createKeyReader } from "../../src/ui/key-reader.ts";
import type { Key } from "../../src/ui/keys.ts";
import { aClock } from "./fake-pi.ts";

function aReader() {
  const keys: Key[] = [];
  const clock = aClock();
  let held = 0;
  const onHeld = () => {
    held += 1;
  };
  const reader = createKeyReader({ clock, onKeys: (more) => keys.push(...more), onHeld });
  return { keys, clock, held: () => held, ...reader };
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
  const { keys, push, clock, held } = aReader();
  push("\u001b");
  expect(keys).toEqual([]);
  expect(held()).toBe(1);
  clock.advance(30);
  expect(keys).toEqual([{ kind: "named", name: "escape" }]);
});

test("a paste that is never closed is over after a second of quiet, and the keyboard works again", () => {
  const { keys, push, clock } = aReader();
  push("\u001b[200~half a");
  clock.advance(900);
  push(" paste\u0019\r");
  expect(keys).toEqual([]);
  clock.advance(1000);
  expect(keys).toEqual([{ kind: "paste", text: "half a paste\n" }]);
  push("\u0019");
  expect(keys.at(-1)).toEqual({ kind: "named", name: "approve" });
});
