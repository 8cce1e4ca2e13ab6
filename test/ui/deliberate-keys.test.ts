import { spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as pause } from "node:timers/promises";
import { afterEach, describe, expect, test } from "vitest";
import { systemClock, type UiClock } from "../../src/ui/clock.ts";
import { createDeliberateKeys } from "../../src/ui/deliberate-keys.ts";
import { decodeKeys } from "../../src/ui/keys.ts";
import type { HostEvent, KeyEvent } from "../../src/ui/view.ts";
import { key } from "../approval/panel-driver.ts";
import { aClock } from "./fake-pi.ts";

function keysWith(clock: UiClock) {
  const events: KeyEvent[] = [];
  const keys = createDeliberateKeys(clock, (event: HostEvent) => {
    if (event.type === "key") events.push(event);
  });
  return { keys, events, press: (bytes: string) => keys.push(decodeKeys(bytes)) };
}

describe("a key that approves", () => {
  const names = (events: readonly KeyEvent[]) =>
    events.map(({ key, burst }) => `${key.kind === "named" ? key.name : key.text}${burst ? " in a burst" : ""}`);

  test.each([
    ["Ctrl+Y", key.approve, "approve"],
    ["Ctrl+G", "\u0007", "approve-and-grant"],
    ["Ctrl+B", "\u0002", "approve-several"],
  ])("%s counts once nothing followed it", (_name, bytes, name) => {
    const clock = aClock();
    const { events, press } = keysWith(clock);
    press(bytes);
    clock.advance(119);
    expect(events).toEqual([]);
    clock.advance(1);
    expect(names(events)).toEqual([name]);
  });

  test("with another key behind it is the first of a burst", () => {
    const clock = aClock();
    const { events, press } = keysWith(clock);
    press(key.approve);
    clock.advance(60);
    press("q");
    clock.advance(500);
    expect(names(events)).toEqual(["approve in a burst", "q"]);
  });

  test("that is held is alone only when it was let go", () => {
    const clock = aClock();
    const { events, press } = keysWith(clock);
    for (let each = 0; each < 20; each += 1) {
      press(key.approve);
      clock.advance(90);
    }
    clock.advance(30);
    expect(names(events)).toEqual([...Array(19).fill("approve in a burst"), "approve"]);
  });

  test("of a view that has ended reaches nobody", () => {
    const clock = aClock();
    const { keys, events, press } = keysWith(clock);
    press(key.approve);
    keys.stop();
    clock.advance(500);
    expect(events).toEqual([]);
  });
});

describe("when this process is busy", () => {
  const stops: (() => void)[] = [];
  afterEach(() => {
    for (const stop of stops.splice(0)) stop();
  });

  /** A keyboard in another process: Ctrl+Y one time, 300 ms after it was told to. */
  async function aKeyboard() {
    const program = `process.stdin.once("data", () => setTimeout(() => process.stdout.write("\\x19"), 300)); console.error("on")`;
    const keyboard = spawn(process.execPath, ["-e", program], { stdio: "pipe" });
    stops.push(() => void keyboard.kill());
    await once(keyboard.stderr, "data");
    const { keys, events } = keysWith(systemClock);
    const stopTicks = systemClock.every(20, keys.beat);
    stops.push(stopTicks, keys.stop);
    keyboard.stdout.on("data", (bytes: Buffer) => keys.push(decodeKeys(`${bytes}`)));
    keyboard.stdin.write("now");
    return { events };
  }
  const busyFor = (milliseconds: number) =>
    void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);

  test("a key that waited to be read was pressed after the last moment when nothing did", async () => {
    const { events } = await aKeyboard();
    await pause(40);
    const before = Date.now();
    busyFor(2_000);
    while (events.length === 0) await pause(10);
    expect(events[0]?.at).toBeGreaterThanOrEqual(before + 2_000);
    expect(events[0]?.idleAt).toBeLessThanOrEqual(before);
  });

  test("a key that was read at once was pressed just before", async () => {
    const { events } = await aKeyboard();
    const began = Date.now();
    while (events.length === 0) await pause(10);
    expect(events[0]?.idleAt).toBeGreaterThan(began);
  });
});
