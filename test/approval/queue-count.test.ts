import { expect, test } from "vitest";
import { queueCount } from "../../src/approval/queue-count.ts";

test("one after the other is decided, and those who come meanwhile are counted with them", () => {
  const count = queueCount();
  count.entered();
  count.entered();
  expect(count.place()).toEqual({ n: 1, of: 2 });
  count.left(true);
  count.entered();
  expect(count.place()).toEqual({ n: 2, of: 3 });
});

test("one who will be asked again is not counted as decided", () => {
  const count = queueCount();
  count.entered();
  count.entered();
  count.left(false);
  count.entered();
  expect(count.place()).toEqual({ n: 1, of: 2 });
});

test("when nobody waits any more the count begins anew", () => {
  const count = queueCount();
  count.entered();
  count.left(true);
  expect(count.waiting()).toBe(0);
  count.entered();
  expect(count.place()).toEqual({ n: 1, of: 1 });
});

test("a listener hears of each who enters or leaves, until it stops", () => {
  const count = queueCount();
  const heard: number[] = [];
  const stop = count.onPlace(() => heard.push(count.waiting()));
  count.entered();
  count.left(true);
  stop();
  count.entered();
  expect(heard).toEqual([1, 0]);
});
