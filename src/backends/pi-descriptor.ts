import type { BackendDescriptor } from "../contract/runtime/backend-descriptor.ts";

/** "read-only" names the tools the model sees; the process keeps the user's rights, so no isolation is claimed. */
export function piDescriptor(backendId: string): BackendDescriptor {
  return {
    id: backendId,
    version: "0.1.0",
    capabilities: {
      access: {
        readOnlyMountIsolation: false,
        readWriteMountIsolation: false,
        symlinkSafeContainment: false,
        processIsolation: false,
        agentNetworkIsolation: false,
      },
      executionBoundaries: ["shared-user"],
      limits: {
        timeoutMs: ["host-abort"],
        maxTurns: ["backend-hard"],
        tokenBudget: ["backend-hard"],
        maxOutputBytes: ["backend-hard"],
      },
      cancellation: true,
      mediaMimeTypes: [],
      remoteTransport: true,
      promptRuntimeFidelity: "backend-assisted",
      traceInspection: false,
      artifactRetention: false,
    },
  };
}
