import { type Static, Type } from "@sinclair/typebox";
import { OpaqueId } from "./identifiers.ts";

export const AccessLevel = Type.Union([
  Type.Literal("none"),
  Type.Literal("read-only"),
  Type.Literal("workspace-write"),
]);
export type AccessLevel = Static<typeof AccessLevel>;

export const ExecutionBoundary = Type.Union([Type.Literal("isolated"), Type.Literal("shared-user")]);
export type ExecutionBoundary = Static<typeof ExecutionBoundary>;

export const NetworkAccess = Type.Union([Type.Literal("deny"), Type.Literal("allow")]);
export type NetworkAccess = Static<typeof NetworkAccess>;

export const MountMode = Type.Union([Type.Literal("read-only"), Type.Literal("read-write")]);
export type MountMode = Static<typeof MountMode>;

export const RequestedDirectory = Type.Object({ workspaceHandle: OpaqueId, path: Type.String() });

export const AccessRequest = Type.Object({
  level: AccessLevel,
  executionBoundary: ExecutionBoundary,
  workspaces: Type.Array(Type.Object({ handle: OpaqueId, mode: MountMode })),
  /** `path` is `.` or a normalised relative POSIX path inside the workspace. */
  workingDirectory: Type.Optional(RequestedDirectory),
  network: NetworkAccess,
  allowProcess: Type.Optional(Type.Boolean()),
});
export type AccessRequest = Static<typeof AccessRequest>;

/** What a backend can isolate. All false on a shared-user backend: it runs with the user's own rights. */
export const AccessCapabilities = Type.Object({
  readOnlyMountIsolation: Type.Boolean(),
  readWriteMountIsolation: Type.Boolean(),
  symlinkSafeContainment: Type.Boolean(),
  processIsolation: Type.Boolean(),
  agentNetworkIsolation: Type.Boolean(),
});
export type AccessCapabilities = Static<typeof AccessCapabilities>;

export const isolationClaims = [
  "readOnlyMountIsolation",
  "readWriteMountIsolation",
  "symlinkSafeContainment",
  "processIsolation",
  "agentNetworkIsolation",
] as const;

export const MountedDirectory = Type.Object({ mountId: OpaqueId, path: Type.String() });

export const AccessReceipt = Type.Object({
  level: AccessLevel,
  mounts: Type.Array(Type.Object({ workspaceHandle: OpaqueId, mountId: OpaqueId, mode: MountMode })),
  workingDirectory: Type.Optional(MountedDirectory),
  network: NetworkAccess,
  process: Type.Boolean(),
  /** Absent means isolated. */
  executionBoundary: Type.Optional(ExecutionBoundary),
  enforcement: AccessCapabilities,
});
export type AccessReceipt = Static<typeof AccessReceipt>;
