import { type Static, Type } from "@sinclair/typebox";
import { AccessCapabilities, ExecutionBoundary } from "../access.ts";
import { OpaqueId } from "../identifiers.ts";
import { LimitCapabilities } from "../limits.ts";

export const PromptRuntimeFidelity = Type.Union([
  Type.Literal("exact-preflight"),
  Type.Literal("backend-assisted"),
  Type.Literal("partial"),
]);
export type PromptRuntimeFidelity = Static<typeof PromptRuntimeFidelity>;

export const BackendDescriptor = Type.Object({
  id: OpaqueId,
  version: Type.String({ minLength: 1, maxLength: 128 }),
  capabilities: Type.Object({
    access: AccessCapabilities,
    executionBoundaries: Type.Array(ExecutionBoundary),
    limits: LimitCapabilities,
    cancellation: Type.Boolean(),
    mediaMimeTypes: Type.Array(Type.String()),
    remoteTransport: Type.Boolean(),
    promptRuntimeFidelity: PromptRuntimeFidelity,
    traceInspection: Type.Boolean(),
    artifactRetention: Type.Boolean(),
  }),
});
export type BackendDescriptor = Static<typeof BackendDescriptor>;
