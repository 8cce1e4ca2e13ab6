import { expect, test } from "vitest";
import { fingerprint } from "../../src/contract/fingerprint.ts";
import { validateAgentProfileSnapshot } from "../../src/contract/product/profile-snapshot.ts";
import { brief } from "./golden.ts";

const profile = {
  schemaVersion: 1,
  type: "pi-forge.agent-profile",
  id: "p",
  model: { provider: "acme", id: "m" },
  thinkingLevel: "high",
  promptStack: "s",
};
const promptStack = { id: "s" };

function problems(overrides: object): string[] {
  const snapshot = {
    schemaVersion: 1,
    profileId: "project:p",
    profile,
    promptStackId: "project:s",
    promptStack,
    dependencies: [],
    profileFingerprint: fingerprint(profile),
    promptStackFingerprint: fingerprint(promptStack),
    ...overrides,
  };
  return brief(validateAgentProfileSnapshot(snapshot));
}

const inProfile = (overrides: object) => ({ profile: { ...profile, ...overrides } });

test.each<[object, string]>([
  [{ schemaVersion: 2 }, "error snapshot.schema-version @schemaVersion"],
  [{ profileId: "a b" }, "error snapshot.profile-id @profileId"],
  [{ profile: null }, "error snapshot.profile @profile"],
  [{ profile: [] }, "error snapshot.profile @profile"],
  [inProfile({ name: 5 }), "error snapshot.profile-malformed @profile.name"],
  [inProfile({ id: 5 }), "error snapshot.profile-id-field @profile.id"],
  [inProfile({ model: null }), "error snapshot.profile-model @profile.model"],
  [inProfile({ thinkingLevel: "huge" }), "error snapshot.profile-thinking @profile.thinkingLevel"],
  [inProfile({ promptStack: 5 }), "error snapshot.profile-stack @profile.promptStack"],
  [{ promptStack: "s" }, "error snapshot.stack @promptStack"],
  [{ promptStackId: 5 }, "error snapshot.stack-id @promptStackId"],
  [{ dependencies: [5] }, "error snapshot.dependency @dependencies[0]"],
  [{ profileFingerprint: undefined }, "error fingerprint.invalid @profileFingerprint"],
  [{ promptStackFingerprint: undefined }, "error fingerprint.invalid @promptStackFingerprint"],
  [{ promptStackFingerprint: 5 }, "error fingerprint.invalid @promptStackFingerprint"],
  [{ promptStackFingerprint: null }, "error snapshot.stack-fingerprint @promptStackFingerprint"],
])("a snapshot with %j has one problem", (overrides, problem) => {
  expect(problems(overrides)).toEqual([problem]);
});

test("a snapshot that agrees with itself has none", () => {
  expect(problems({})).toEqual([]);
});
