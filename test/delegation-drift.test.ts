import { expect, test } from "vitest";
import { warning } from "../src/contract/diagnostic.ts";
import type { DelegationTerms } from "../src/delegation.ts";
import { codesOf, edited, setting, someTerms } from "./support/delegation-setting.ts";
import { aSnapshot } from "./support/port-builders.ts";

test("a profile that changed while the panel was open is refused, and the plan discarded once", async () => {
  const { run, steps, discarded, fake } = setting({ snapshots: [aSnapshot(), edited] });
  expect(codesOf(await run())).toEqual(["plan.profile-drift"]);
  expect(steps).not.toContain("execute");
  expect(discarded).toHaveLength(1);
  expect(fake.calls).toMatchObject({ start: 0, discard: 1 });
});

const otherTerms: readonly (readonly [string, Partial<DelegationTerms>])[] = [
  ["another backend", { backendId: "other" }],
  ["another limit", { limits: {} }],
  ["another host", { host: "foreign" }],
  ["another idle time", { idleTimeoutMs: 1 }],
  ["another bound on the result", { resultMaxChars: 1 }],
  ["the need to enable", { enables: { file: "subagents.json" } }],
  ["nobody to be asked", { unattended: true }],
];

test.each(otherTerms)("terms that changed to %s while the panel was open are refused", async (_what, change) => {
  const { run, discarded, fake } = setting({ terms: [someTerms, { ...someTerms, ...change }] });
  expect(codesOf(await run())).toEqual(["plan.terms-drift"]);
  expect(discarded).toHaveLength(1);
  expect(fake.calls).toMatchObject({ start: 0, discard: 1 });
});

test("a profile that was disabled while the panel was open is refused with that reason", async () => {
  const { run, discarded, fake } = setting({ terms: [someTerms, "refused"] });
  expect(codesOf(await run())).toEqual(["host.profile-disabled"]);
  expect(discarded).toHaveLength(1);
  expect(fake.calls.start).toBe(0);
});

test("a warning that is new, or another model in the session, is no drift", async () => {
  const later = { ...someTerms, chat: { provider: "acme" }, diagnostics: [warning("config.legacy", "Move it.")] };
  const { run } = setting({ terms: [someTerms, later] });
  expect((await run()).kind).toBe("ran");
});
