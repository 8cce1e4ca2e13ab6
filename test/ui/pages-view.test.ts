import { visibleWidth } from "@mariozechner/pi-tui";
import { expect, test } from "vitest";
import { loadInk } from "../../src/ui/ink.ts";
import { pagesView } from "../../src/ui/pages-view.ts";
import { showInPi } from "../../src/ui/show-in-pi.ts";
import { aClock, aPi, until } from "./fake-pi.ts";

const long = Array.from({ length: 30 }, (_, index) => `line ${index + 1}.`).join("\n");
const pages = [
  { name: "Run", text: "r_1 \u001b[31mfailed" },
  { name: "Answer", text: long },
  { name: "Prompt", text: "Be exact." },
];
const actions = [{ name: "again", key: "r", does: "prepare the same again" }];

async function reading(size = { columns: 60, rows: 12 }) {
  const pi = aPi(size);
  const signal = new AbortController().signal;
  const clock = aClock();
  const host = { ui: pi.ui, ink: await loadInk(), clock, signal, overlay: true };
  const shown = showInPi(pagesView({ title: "r_1", pages, actions }), host);
  await until(pi.isOpen);
  return { pi, clock, shown, screen: () => pi.screen().join("\n") };
}

test("numbers, Tab and arrows turn pages, and each page keeps its place", async () => {
  const { pi, screen } = await reading();
  expect(screen()).toContain("[1 Run]");
  expect(screen()).toContain("▏r_1 \\u{1b}[31mfailed");
  pi.press("2");
  pi.press("\x1b[F");
  expect(screen()).toContain("▏line 30.");
  pi.press("\t");
  expect(screen()).toContain("▏Be exact.");
  pi.press("\x1b[D");
  expect(screen()).toContain("▏line 30.");
  pi.press("\x1b[C");
  pi.press("\x1b[C");
  expect(screen()).toContain("[1 Run]");
});

test("a letter of its own closes the view and says which", async () => {
  const { pi, shown, screen } = await reading();
  expect(screen()).toContain("r prepare the same again");
  pi.press("r");
  expect(await shown).toMatchObject({ kind: "finished", state: { action: "again", typed: "" } });
});

test("prose is no command: it is kept, with the letters in it", async () => {
  const { pi, shown } = await reading();
  for (const key of ["h", "e", "r", "2"]) pi.press(key);
  pi.press("rerun");
  pi.press("\x1b");
  const ended = await shown;
  expect(ended).toMatchObject({ kind: "finished", state: { typed: "her2rerun", page: 0 } });
  expect(ended.kind === "finished" && ended.state.action).toBeUndefined();
});

test("a second hasty Enter closes nothing, one after a pause does", async () => {
  const { pi, clock, shown, screen } = await reading();
  expect(screen()).toContain("Enter Esc close");
  pi.press("\r");
  expect(pi.isOpen()).toBe(true);
  clock.advance(500);
  pi.press("\r");
  expect((await shown).kind).toBe("finished");
});

test.each([
  [1, 1],
  [4, 3],
  [20, 6],
  [80, 24],
  [400, 100],
])("fills %i by %i exactly", async (columns, rows) => {
  const { pi } = await reading({ columns, rows });
  expect(pi.screen()).toHaveLength(rows);
  for (const row of pi.screen()) expect(visibleWidth(row)).toBeLessThanOrEqual(columns);
});
