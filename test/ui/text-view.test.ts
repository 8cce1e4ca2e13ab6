import { expect, test } from "vitest";
import { loadInk } from "../../src/ui/ink.ts";
import { showInPi } from "../../src/ui/show-in-pi.ts";
import { textView } from "../../src/ui/text-view.ts";
import { aClock, aPi, until } from "./fake-pi.ts";

async function reading(text: string) {
  const pi = aPi({ columns: 40, rows: 10 });
  const signal = new AbortController().signal;
  const clock = aClock();
  const host = { ui: pi.ui, ink: await loadInk(), clock, signal, overlay: true };
  const shown = showInPi(textView("Plan", text), host);
  await until(pi.isOpen);
  return { pi, clock, shown, screen: () => pi.screen().join("\n") };
}

const lines = Array.from({ length: 30 }, (_, index) => `line ${index + 1}.`).join("\n");

test("begins at the beginning, says how much follows, and ends at the end", async () => {
  const { pi, screen } = await reading(lines);
  expect(screen()).toContain("▏line 1.");
  expect(screen()).toContain("25 more of 30 lines");
  pi.press("\x1b[F");
  expect(screen()).toContain("▏line 30.");
  expect(screen()).not.toContain("more of");
  pi.press("\x1b[5~");
  pi.press("\x1b[H");
  expect(screen()).toContain("▏line 1.");
});

test("no control character of the text reaches the screen", async () => {
  const { screen } = await reading("a\x1b[31mb\u202ec\x07");
  expect(screen()).toContain("▏a\\u{1b}[31mb\\u{202e}c\\u{7}");
});

test("closes on Escape and keeps what was typed meanwhile", async () => {
  const { pi, shown } = await reading("text");
  expect(pi.screen().at(-1)).toContain("typed keys are kept for chat");
  for (const key of ["h", "i", "\r", "!"]) pi.press(key);
  expect(pi.screen().at(-1)).toContain("4 typed keys are kept for chat");
  pi.press("\x1b");
  expect(await shown).toMatchObject({ kind: "finished", state: { typed: "hi\n!" } });
});

test("Enter closes half a second after the first frame and the last key, not before", async () => {
  const { pi, clock, shown, screen } = await reading("text");
  clock.advance(10_000);
  pi.press("\r");
  expect(screen()).toContain("Enter Esc close   ↑↓ PgUp PgDn");
  for (const wait of [400, 400, 400]) {
    clock.advance(wait);
    pi.press("\r");
  }
  expect(pi.isOpen()).toBe(true);
  clock.advance(500);
  pi.press("\r");
  expect(await shown).toMatchObject({ kind: "finished", state: { typed: "" } });
});

test("Enter behind typed text is a line break, and the footer does not offer it", async () => {
  const { pi, clock, screen } = await reading("text");
  screen();
  pi.press("x");
  clock.advance(1_000);
  pi.press("\r");
  expect(pi.isOpen()).toBe(true);
  expect(screen()).toContain("│ Esc close");
});

test.each([
  [1, 1],
  [3, 2],
  [10, 4],
  [200, 60],
])("fits %i columns and %i rows exactly", async (columns, rows) => {
  const pi = aPi({ columns, rows });
  const host = {
    ui: pi.ui,
    ink: await loadInk(),
    clock: aClock(),
    signal: new AbortController().signal,
    overlay: true,
  };
  void showInPi(textView("A long title of a text", lines), host);
  await until(pi.isOpen);
  expect(pi.screen()).toHaveLength(rows);
});
