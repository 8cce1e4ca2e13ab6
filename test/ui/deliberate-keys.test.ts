import { describe, expect, test } from "vitest";
import { update } from "../../src/approval/panel-state.ts";
import type { UiClock } from "../../src/ui/clock.ts";
import { createDeliberateKeys } from "../../src/ui/deliberate-keys.ts";
import { decodeKeys } from "../../src/ui/keys.ts";
import type { HostEvent, KeyEvent } from "../../src/ui/view.ts";
import { aPanel, key, pressed } from "../approval/panel-driver.ts";
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
    clock.advance(149);
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
    clock.advance(60);
    expect(names(events)).toEqual([...Array(19).fill("approve in a burst"), "approve"]);
  });

  test("of a view that has ended reaches nobody, pressed before or after", () => {
    const clock = aClock();
    const { keys, events, press } = keysWith(clock);
    press(key.approve);
    keys.stop();
    press(key.approve);
    press("x");
    clock.advance(500);
    expect(events).toEqual([]);
    expect(clock.running()).toBe(0);
  });

  test("is not followed by its own release", () => {
    const clock = aClock();
    const { events, press } = keysWith(clock);
    press("\u001b[121;5:1u");
    clock.advance(80);
    press("\u001b[121;5:3u");
    clock.advance(80);
    expect(names(events)).toEqual(["approve"]);
  });

  test("is followed by bytes that are no key yet", () => {
    const clock = aClock();
    const { keys, events, press } = keysWith(clock);
    press(key.approve);
    clock.advance(140);
    keys.follow();
    expect(names(events)).toEqual(["approve in a burst"]);
  });

  test("is passed on by its own wait only", () => {
    const clock = aClock();
    const unread: (() => void)[] = [];
    const { events, press } = keysWith({ ...clock, afterInput: (callback) => void unread.push(callback) });
    press(key.approve);
    clock.advance(120);
    press(key.approve);
    for (const read of unread.splice(0)) read();
    clock.advance(119);
    for (const read of unread.splice(0)) read();
    expect(names(events)).toEqual(["approve in a burst"]);
  });
});

test("a panel refuses a key that may have been pressed before half a second had passed, however late it is read", () => {
  const approve = { kind: "named", name: "approve" } as const;
  const read = (idleAt: number) =>
    update(aPanel(), { type: "key", key: approve, at: 9_000, idleAt, burst: false }).outcome;
  expect(read(499)).toBeNull();
  expect(read(500)?.kind).toBe("approved");
});

test("nothing is known of the time before the first beat", () => {
  const clock = aClock();
  const { keys, events, press } = keysWith(clock);
  clock.advance(5_000);
  press("a");
  keys.beat();
  press("b");
  expect(events.map(({ idleAt }) => idleAt)).toEqual([Number.NEGATIVE_INFINITY, 5_000]);
});

test("a panel is quiet from its first frame on, and what was typed before stays typed", () => {
  const shown = update(pressed(aPanel(), ["q", 100]), { type: "shown", at: 1_000 });
  expect(pressed(shown, [key.approve, 1_499]).outcome).toBeNull();
  expect(pressed(shown, [key.approve, 1_500]).outcome?.kind).toBe("approved");
  expect(shown.typed).toBe("q");
});
