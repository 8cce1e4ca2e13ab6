import { type Static, Type } from "@sinclair/typebox";
import { AccessCapabilities, ExecutionBoundary, isolationClaims } from "../access.ts";
import { checker, placeOf } from "../check.ts";
import { type Diagnostic, error } from "../diagnostic.ts";
import { imageMimePattern, OpaqueId } from "../identifiers.ts";
import { LimitCapabilities, limitCapabilitiesCheck } from "../limits.ts";
import { repeated } from "../repeated.ts";

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
    mediaMimeTypes: Type.Array(Type.String({ pattern: imageMimePattern })),
    remoteTransport: Type.Boolean(),
    promptRuntimeFidelity: PromptRuntimeFidelity,
    traceInspection: Type.Boolean(),
    artifactRetention: Type.Boolean(),
  }),
});
export type BackendDescriptor = Static<typeof BackendDescriptor>;

const accessCapabilitiesCheck = checker(AccessCapabilities, {
  codes: {
    "": "access-capabilities.type",
    ...Object.fromEntries(isolationClaims.map((claim) => [claim, "access-capabilities.value"])),
  },
});

export const backendDescriptorCheck = checker(BackendDescriptor, {
  codes: {
    "": "backend.type",
    version: "backend.version",
    capabilities: "backend.capabilities",
    "capabilities.executionBoundaries": "backend.execution-boundaries",
    "capabilities.executionBoundaries[]": "backend.execution-boundary",
    "capabilities.cancellation": "backend.cancellation",
    "capabilities.mediaMimeTypes": "backend.media-mime",
    "capabilities.remoteTransport": "backend.remote-transport",
    "capabilities.promptRuntimeFidelity": "backend.prompt-fidelity",
    "capabilities.traceInspection": "backend.boolean-capability",
    "capabilities.artifactRetention": "backend.boolean-capability",
  },
  parts: { "capabilities.access": accessCapabilitiesCheck, "capabilities.limits": limitCapabilitiesCheck },
  rules: (when) => [
    when(["capabilities"], function* ({ capabilities }, at) {
      for (const [index, boundary] of repeated(capabilities.executionBoundaries)) {
        const place = placeOf(at, ["capabilities", "executionBoundaries", index]);
        yield error("backend.execution-boundary-duplicate", `The boundary "${boundary}" is named twice.`, place);
      }
    }),
  ],
});

export function checkBackendDescriptor(descriptor: unknown): Diagnostic[] {
  return backendDescriptorCheck.diagnose(descriptor);
}
