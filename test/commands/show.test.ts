import type { ExtensionCommandContext } from "@mariozechner/pi-coding-agent";
import { expect, test } from "vitest";
import { tell } from "../../commands/show.ts";
import { error, warning } from "../../src/contract/diagnostic.ts";

/** What Pi was asked to show; it writes the level before it. */
function told(...diagnostics: Parameters<typeof tell>[1]): string[] {
  const shown: string[] = [];
  const ui = { notify: (text: string, level: string) => void shown.push(level, text) };
  tell({ hasUI: true, ui } as unknown as ExtensionCommandContext, diagnostics);
  return shown;
}

test("a notice does not repeat the level that Pi writes before it", () => {
  expect(told(error("a.b", "Wrong."))).toEqual(["error", "a.b: Wrong."]);
  expect(told(warning("a.b", "Odd."))).toEqual(["warning", "a.b: Odd."]);
});

test("what has the level of the notice comes first, and everything else keeps its own, written alike", () => {
  expect(told(warning("c.d", "Odd."), error("a.b", "Wrong."), error("e.f", "Too."))).toEqual([
    "error",
    "a.b: Wrong.\nWarning: c.d: Odd.\nError: e.f: Too.",
  ]);
});

test("one cause is said once", () => {
  const missing = error("model.no-key", "Log in.");
  const codes = [error("pi-subprocess.auth", "Log in."), error("preflight.rejected", "No.")];
  expect(told(missing, ...codes)).toEqual(["error", "model.no-key: Log in."]);
});

test("nothing is said about nothing", () => {
  expect(told()).toEqual([]);
});
