import { readdirSync, readFileSync } from "node:fs";
import { visibleWidth } from "@mariozechner/pi-tui";
import { expect, test } from "vitest";
import { loadInk } from "../../src/ui/ink.ts";
import { createPiComponent } from "../../src/ui/pi-component.ts";

const ink = await loadInk();

test("a throw in a view becomes a plain frame that fits, and is reported", () => {
  const causes: unknown[] = [];
  const component = createPiComponent({
    ink,
    state: () => 1,
    height: () => 5,
    view: () => {
      throw new Error("boom \u001b[31m");
    },
    onInput: () => {},
    onError: (cause) => causes.push(cause),
  });
  for (const width of [0, 1, 20, 400]) {
    for (const row of component.render(width)) {
      expect(visibleWidth(row)).toBeLessThanOrEqual(width);
      expect(row).not.toMatch(/[\n\u001b]/);
    }
  }
  expect(causes).toHaveLength(3);
});

test("cuts what a view draws too wide, strips what is not colour, and caches a frame", () => {
  let drawn = 0;
  const component = createPiComponent({
    ink,
    state: () => "same",
    height: () => 2,
    view: () => {
      drawn += 1;
      return ink.h(ink.Text, { wrap: "truncate" }, "漢".repeat(50));
    },
    onInput: () => {},
    onError: () => {},
  });
  for (const row of component.render(7)) expect(visibleWidth(row)).toBe(7);
  component.render(7);
  expect(drawn).toBe(1);
});

test("no file of the rooms imports Ink or React for its values but the one that loads them late", () => {
  const files = ["src/ui", "src/approval"].flatMap((folder) => readdirSync(folder).map((name) => `${folder}/${name}`));
  const eager = files.filter((file) => /^import (?!type )[^;]*from "(?:ink|react)"/m.test(readFileSync(file, "utf8")));
  expect(eager).toEqual([]);
});
