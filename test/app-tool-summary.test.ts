import { expect, test } from "vitest";
import type { App } from "../src/app.ts";
import { toolSummary } from "../src/app-tool-summary.ts";
import { builtInSettings } from "../src/config/delegation-settings.ts";
import { error } from "../src/contract/diagnostic.ts";
import { failure, success } from "../src/contract/outcome.ts";

/** An application with this many enabled profiles, of which the first cannot be used. */
function anApp(count: number, asked = true, name = "Ünïcödé \u202e name"): App {
  const ids = Array.from({ length: count }, (_, index) => `p${index}`);
  const enabled = (id: string) => [`project:${id}`, { key: id, source: "project", enabled: { value: true } }] as const;
  const settings = {
    ...builtInSettings,
    summaryInToolDescription: { value: asked, source: "project" },
    profiles: new Map(ids.map(enabled)),
  };
  const model = { provider: "p", id: "m" };
  const profile = (id: string) => ({ id, name, model, thinkingLevel: "off", promptStack: null });
  return {
    settings: () => ({ settings, diagnostics: [] }),
    catalog: async () =>
      success({ profiles: ids.map((id) => ({ scope: "project", id, usable: true, profile: profile(id) })) }),
    terms: async (each: { profile: string }) =>
      each.profile === "project:p0" ? failure(error("a.b", "No.")) : success({}),
    trust: () => ({ state: "trusted", files: [] }),
  } as unknown as App;
}

test("nothing is said where the settings do not ask for it, or no profile is enabled", async () => {
  expect(await toolSummary(anApp(3, false), true)).toBeUndefined();
  expect(await toolSummary(anApp(0), true)).toBeUndefined();
});

test("at most eight profiles are named, one a line, in the order of the catalogue", async () => {
  const summary = (await toolSummary(anApp(11, true, "N"), true)) ?? "";
  expect(summary.split("\n")).toEqual([
    "Profiles at the start of this session:",
    "- project:p0 (N, unavailable)",
    ...[1, 2, 3, 4, 5, 6, 7].map((index) => `- project:p${index} (N)`),
    "... and 3 more",
  ]);
});

test("it stays within a thousand characters, however long the names are", async () => {
  const summary = (await toolSummary(anApp(20, true, "long name ".repeat(50)), true)) ?? "";
  expect(summary.length).toBeLessThanOrEqual(1_000);
  expect(summary.split("\n").length).toBeLessThanOrEqual(10);
});
