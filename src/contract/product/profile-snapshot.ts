import { type Static, Type } from "@sinclair/typebox";
import { checker, placeOf } from "../check.ts";
import { type Diagnostic, error } from "../diagnostic.ts";
import { compareFingerprint, fingerprint } from "../fingerprint.ts";
import { Fingerprint } from "../identifiers.ts";
import type { JsonObject } from "../json.ts";
import { repeated } from "../repeated.ts";
import { selectorOf } from "../selector.ts";
import { AgentProfile } from "./agent-profile.ts";

export const ProfileDependency = Type.Object({
  kind: Type.Union([Type.Literal("macro"), Type.Literal("slot")]),
  name: Type.String(),
  /** `<kind>:<source or anonymous>:<name>` */
  identity: Type.String(),
  source: Type.Optional(Type.String()),
});
export type ProfileDependency = Static<typeof ProfileDependency>;

/** One resolved profile with its stack, immutable and without any file path. This is what `resolveProfile` returns. */
export const AgentProfileSnapshot = Type.Object({
  schemaVersion: Type.Literal(1),
  /** `scope:id` */
  profileId: Type.String(),
  profile: AgentProfile,
  promptStackId: Type.Union([Type.String(), Type.Null()]),
  /** The normalised stack; kept as plain JSON, because a foreign host may know more fields than we do. */
  promptStack: Type.Union([Type.Unsafe<JsonObject>(Type.Object({ id: Type.String() })), Type.Null()]),
  dependencies: Type.Array(ProfileDependency),
  profileFingerprint: Fingerprint,
  promptStackFingerprint: Type.Union([Fingerprint, Type.Null()]),
});
export type AgentProfileSnapshot = Static<typeof AgentProfileSnapshot>;

const profileCheck = checker(AgentProfile, {
  codes: {
    "": "snapshot.profile",
    schemaVersion: "snapshot.profile-malformed",
    type: "snapshot.profile-malformed",
    name: "snapshot.profile-malformed",
    description: "snapshot.profile-malformed",
    autoActivate: "snapshot.profile-malformed",
    id: "snapshot.profile-id-field",
    model: "snapshot.profile-model",
    thinkingLevel: "snapshot.profile-thinking",
    promptStack: "snapshot.profile-stack",
  },
});

export const profileSnapshotCheck = checker(AgentProfileSnapshot, {
  codes: {
    "": "snapshot.type",
    schemaVersion: "snapshot.schema-version",
    profileId: "snapshot.profile-id",
    promptStackId: "snapshot.stack-id",
    promptStack: "snapshot.stack",
    dependencies: "snapshot.dependencies",
    "dependencies[]": "snapshot.dependency",
    promptStackFingerprint: "fingerprint.invalid",
  },
  parts: { profile: profileCheck },
  rules: (when) => [
    when(["profileId"], function* ({ profileId }, at) {
      if (selectorOf(profileId)) return;
      const message = `${JSON.stringify(profileId)} is not a profile id: use project:name, global:name or name.`;
      yield error("snapshot.profile-id", message, placeOf(at, ["profileId"]));
    }),
    when(["dependencies"], function* ({ dependencies }, at) {
      for (const [index, identity] of repeated(dependencies.map((each) => each.identity))) {
        const place = placeOf(at, ["dependencies", index, "identity"]);
        yield error("snapshot.duplicate-dependency", `The dependency "${identity}" is listed twice.`, place);
      }
    }),
    when(["profile", "profileFingerprint"], function* ({ profile, profileFingerprint }, at) {
      if (compareFingerprint(profileFingerprint, () => fingerprint(profile)) === "same") return;
      const message = "The profile is not the one of its fingerprint: something in it changed.";
      yield error("snapshot.profile-fingerprint", message, placeOf(at, ["profileFingerprint"]));
    }),
    when(["promptStack", "promptStackFingerprint"], (snapshot, at) => stackFingerprint(snapshot, at)),
    when(["profileId", "profile", "promptStackId", "promptStack"], (snapshot, at) => stackReference(snapshot, at)),
  ],
});

export function validateAgentProfileSnapshot(snapshot: unknown): Diagnostic[] {
  return profileSnapshotCheck.diagnose(snapshot);
}

type StackFingerprint = Pick<AgentProfileSnapshot, "promptStack" | "promptStackFingerprint">;

function* stackFingerprint(
  { promptStack, promptStackFingerprint }: StackFingerprint,
  at: string,
): Generator<Diagnostic> {
  const place = placeOf(at, ["promptStackFingerprint"]);
  if (promptStack === null && promptStackFingerprint !== null) {
    yield error("snapshot.null-stack-fingerprint", "There is no stack, so there is no stack fingerprint.", place);
  }
  const stated = promptStackFingerprint ?? "";
  if (promptStack !== null && compareFingerprint(stated, () => fingerprint(promptStack)) !== "same") {
    const message = "The stack is not the one of its fingerprint: something in it changed.";
    yield error("snapshot.stack-fingerprint", message, place);
  }
}

type StackReference = Pick<AgentProfileSnapshot, "profileId" | "profile" | "promptStackId" | "promptStack">;

/** The profile's own reference decides which stack belongs here; a global profile cannot reach into a project. */
function* stackReference(
  { profileId, profile, promptStackId, promptStack }: StackReference,
  at: string,
): Generator<Diagnostic> {
  const [stackPlace, idPlace] = [placeOf(at, ["promptStack"]), placeOf(at, ["promptStackId"])];
  if (profile.promptStack === null) {
    if (promptStack !== null)
      yield error("snapshot.unexpected-stack", "The profile names no stack, but one is here.", stackPlace);
    if (promptStackId !== null)
      yield error("snapshot.null-stack-id", "The profile names no stack, but an id is here.", idPlace);
    return;
  }
  const [own, reference] = [selectorOf(profileId), selectorOf(profile.promptStack)];
  const reachesProject = own?.scope === "global" && reference?.scope === "project";
  if (!reference || reachesProject || promptStack?.id !== reference.id) {
    const message = `The profile names the stack "${profile.promptStack}", which is not the one here.`;
    yield error("snapshot.stack-reference", message, stackPlace);
    return;
  }
  const scope = reference.scope ?? own?.scope;
  if (scope === undefined ? promptStackId?.endsWith(`:${reference.id}`) : promptStackId === `${scope}:${reference.id}`)
    return;
  const message = `The stack id ${JSON.stringify(promptStackId)} is not the one that the profile names.`;
  yield error("snapshot.stack-reference-scope", message, idPlace);
}
