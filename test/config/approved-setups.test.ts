import { readdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createApprovedSetups } from "../../src/config/approved-setups.ts";
import { judgedSetup } from "../../src/contract/runtime/setup-fingerprint.ts";
import { aSealedPlan } from "../contract/builders.ts";
import { aProject } from "./project.ts";

const subject = { profileId: "project:reviewer", project: "/p" };
const judged = judgedSetup(aSealedPlan());
const yes = (setup: string | null, host = "ours") => ({ approvedAt: "2026-11-30T09:14:00.000Z", setup, host, judged });

function someSetups() {
  const directory = aProject().directories.approvedSetups;
  return { setups: createApprovedSetups(directory), directory };
}

test("nobody has approved anything before the first yes", () => {
  expect(someSetups().setups.last(subject)).toBeNull();
});

test("the last yes is kept word for word, private, for this profile in this project", async () => {
  const { setups, directory } = someSetups();
  expect(await setups.keep(subject, yes("a"))).toMatchObject({ ok: true });
  expect(setups.last(subject)).toEqual({ ...yes("a"), times: 1 });
  expect(setups.last({ ...subject, project: "/q" })).toBeNull();
  expect(setups.last({ ...subject, profileId: "global:reviewer" })).toBeNull();
  const files = readdirSync(directory).filter((name) => name.endsWith(".json"));
  expect(files.map((name) => statSync(join(directory, name)).mode & 0o777)).toEqual([0o600]);
});

test.each([
  ["the same setup", ["a", "a", "a"], "ours", 3],
  ["another setup", ["a", "b"], "ours", 1],
  ["a setup without a fingerprint", [null, null], "ours", 1],
  ["another host", ["a", "a"], "foreign", 1],
] as const)("counts yeses in a row to %s", async (_, fingerprints, lastHost, times) => {
  const { setups } = someSetups();
  for (const [index, each] of fingerprints.entries()) {
    await setups.keep(subject, yes(each, index === fingerprints.length - 1 ? lastHost : "ours"));
  }
  expect(setups.last(subject)?.times).toBe(times);
});

test("a damaged record compares with nothing, and the next yes replaces it", async () => {
  const { setups, directory } = someSetups();
  await setups.keep(subject, yes("a"));
  for (const name of readdirSync(directory).filter((each) => each.endsWith(".json")))
    writeFileSync(join(directory, name), '{"setup": 1}');
  expect(setups.last(subject)).toBeNull();
  await setups.keep(subject, yes("a"));
  expect(setups.last(subject)?.times).toBe(1);
});
