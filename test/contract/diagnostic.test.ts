import { expect, test } from "vitest";
import { eachCauseOnce, error, warning } from "../../src/contract/diagnostic.ts";

const told = (...codes: readonly string[]) => {
  const all = codes.map((each) => (each.startsWith("?") ? warning(each.slice(1), "Odd.") : error(each, "Wrong.")));
  return eachCauseOnce(all).map(({ code }) => code);
};

test.each([
  ["a key that is missing", ["model.no-key", "pi-subprocess.auth", "preflight.rejected"], ["model.no-key"]],
  ["an unknown model", ["model.unknown", "pi-rpc.model", "preflight.rejected"], ["model.unknown"]],
  [
    "a thinking level",
    ["model.thinking-level", "pi-subprocess.thinking", "preflight.rejected"],
    ["model.thinking-level"],
  ],
])("%s is told once, in its most exact words", (_, codes, kept) => {
  expect(told(...codes)).toEqual(kept);
});

test("what is the only word about something stays", () => {
  expect(told("preflight.rejected")).toEqual(["preflight.rejected"]);
  expect(told("pi-subprocess.thinking", "preflight.rejected")).toEqual(["pi-subprocess.thinking"]);
  expect(told("?model.odd", "pi-subprocess.auth")).toEqual(["model.odd", "pi-subprocess.auth"]);
  expect(told("model.no-key", "pi-subprocess.tool", "pi-subprocess.model")).toEqual([
    "model.no-key",
    "pi-subprocess.tool",
  ]);
});
