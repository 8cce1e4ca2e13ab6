import { type Static, Type } from "@sinclair/typebox";
import { Fingerprint } from "../identifiers.ts";
import type { JsonObject } from "../json.ts";
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
