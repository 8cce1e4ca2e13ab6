import { expect, test } from "vitest";
import { againView } from "../../src/ui/again-view.ts";
import { loadInk } from "../../src/ui/ink.ts";
import { showInPi } from "../../src/ui/show-in-pi.ts";
import { aClock, aPi, until } from "./fake-pi.ts";

async function offered(columns = 80) {
  const pi = aPi({ columns, rows: 1 });
  const clock = aClock();
  const signal = new AbortController().signal;
  const host = { ui: pi.ui, ink: await loadInk(), clock, signal, overlay: false, rows: 1 };
  const shown = showInPi(againView("/forge-agent history r_12"), host);
  await until(pi.isOpen);
  return { pi, clock, shown, row: () => pi.screen().join("\n") };
}

test.each([
  [
    140,
    "Tab prepare the same again, to be approved anew   any other key goes on   later: r in /forge-agent history r_12",
  ],
  [80, "Tab prepare again   other keys go on   later: r in /forge-agent history r_12"],
  [40, "Tab again   later: r in history r_12"],
  [10, "Tab again"],
])("says on %i columns where it is offered later", async (columns, words) => {
  const { row } = await offered(columns);
  expect(row()).toContain(words);
});

test("Tab prepares it again once it has been on the screen", async () => {
  const { pi, clock, shown, row } = await offered();
  row();
  pi.press("\t");
  expect(pi.isOpen()).toBe(true);
  clock.advance(100);
  pi.press("\t");
  expect(await shown).toMatchObject({ kind: "finished", state: { again: true, typed: "" } });
});

test("a Tab among other keys prepares nothing", async () => {
  const { pi, clock, shown, row } = await offered();
  row();
  clock.advance(100);
  pi.press("\tx");
  expect(await shown).toMatchObject({ kind: "finished", state: { again: false, typed: "x" } });
});

test.each(["x", "\u001b", "\u000f"])("%j goes on", async (bytes) => {
  const { pi, shown } = await offered();
  pi.press(bytes);
  expect(await shown).toMatchObject({ kind: "finished", state: { again: false } });
});
