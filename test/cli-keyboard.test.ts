import { join } from "node:path";
import { expect, test } from "vitest";
import { keyboardOf, openTerminal } from "../src/cli-keyboard.ts";
import { temporaryDirectory } from "./files/temporary.ts";
import { aShell } from "./support/a-shell.ts";

test("an input that nobody read stays the keyboard, and so it does without a screen to ask on", () => {
  const [seen, unseen] = [aShell({ isTTY: true }).around, aShell().around];
  expect(keyboardOf(seen, false).stdin).toBe(seen.stdin);
  expect(keyboardOf(unseen, true).stdin).toBe(unseen.stdin);
});

test.each(["none", "."])("%s is no terminal that could be opened", (name) => {
  expect(openTerminal(join(temporaryDirectory(), name))).toBeUndefined();
});
