import type { AccessReceipt } from "../contract/access.ts";
import { error } from "../contract/diagnostic.ts";
import type { LimitName, LimitsReceipt } from "../contract/limits.ts";
import type { BackendDescriptor, PromptRuntimeFidelity } from "../contract/runtime/backend-descriptor.ts";
import type { ExecutionIntent } from "../contract/runtime/execution-intent.ts";
import type { Preflight } from "../contract/runtime/preflight.ts";
import { type PromptRuntime, promptRuntimeFingerprint } from "../contract/runtime/prompt-runtime.ts";
import type { CatalogTool } from "../contract/tool-catalog.ts";

const noIsolation = {
  readOnlyMountIsolation: false,
  readWriteMountIsolation: false,
  symlinkSafeContainment: false,
  processIsolation: false,
  agentNetworkIsolation: false,
};

export const fakeCatalog: CatalogTool[] = [
  { id: "fake.read", name: "read", effects: ["filesystem-read"] },
  { id: "fake.ls", name: "ls", effects: ["filesystem-read"] },
];

/** A shared-user backend whose limits are all its own but for the timeout, unless `hardTimeout` says so. */
export function fakeDescriptor(id: string, fidelity: PromptRuntimeFidelity, hardTimeout: boolean): BackendDescriptor {
  return {
    id,
    version: "1.0.0",
    capabilities: {
      access: noIsolation,
      executionBoundaries: ["shared-user"],
      limits: {
        timeoutMs: [hardTimeout ? "backend-hard" : "host-abort"],
        maxTurns: ["backend-hard"],
        tokenBudget: ["backend-hard"],
        maxOutputBytes: ["backend-hard"],
      },
      cancellation: true,
      mediaMimeTypes: [],
      remoteTransport: true,
      promptRuntimeFidelity: fidelity,
      traceInspection: false,
      artifactRetention: false,
    },
  };
}

export function fakePreflight(descriptor: BackendDescriptor, intent: ExecutionIntent, preflightId: string): Preflight {
  const exact = descriptor.capabilities.promptRuntimeFidelity === "exact-preflight";
  return {
    status: "accepted",
    preflightId,
    backend: descriptor,
    model: intent.model,
    thinkingLevel: intent.thinkingLevel,
    toolCatalog: fakeCatalog,
    access: fakeAccess(intent),
    limits: fakeLimits(descriptor, intent),
    ...(exact ? { promptRuntime: fakePromptRuntime(descriptor, intent) } : {}),
    diagnostics: [],
  };
}

export function fakeRejection(descriptor: BackendDescriptor, preflightId: string): Preflight {
  const diagnostics = [error("fake.refused", "The fake backend was told to refuse.")];
  return { status: "rejected", preflightId, backend: descriptor, diagnostics };
}

export function fakePromptRuntime(descriptor: BackendDescriptor, intent: ExecutionIntent): PromptRuntime {
  const inputs = {
    fidelity: descriptor.capabilities.promptRuntimeFidelity,
    baseSystemPrompt: "",
    preparedAt: "2026-01-01T00:00:00.000Z",
    model: intent.model,
    options: { cwd: "/project", contextFiles: [], skills: [] },
  };
  return { ...inputs, promptRuntimeFingerprint: promptRuntimeFingerprint(inputs) };
}

function fakeAccess({ access }: ExecutionIntent): AccessReceipt {
  const mounts = access.workspaces.map(({ handle, mode }) => ({ workspaceHandle: handle, mountId: handle, mode }));
  const cwd = access.workingDirectory;
  return {
    level: access.level,
    mounts,
    ...(cwd === undefined ? {} : { workingDirectory: { mountId: cwd.workspaceHandle, path: cwd.path } }),
    network: access.network,
    process: access.allowProcess ?? false,
    executionBoundary: "shared-user",
    enforcement: noIsolation,
  };
}

function fakeLimits(descriptor: BackendDescriptor, { limits }: ExecutionIntent): LimitsReceipt {
  const receipt: LimitsReceipt = {};
  for (const name of ["timeoutMs", "maxTurns", "tokenBudget", "maxOutputBytes"] satisfies LimitName[]) {
    const [enforcement] = descriptor.capabilities.limits[name];
    const requested = limits[name];
    if (requested !== undefined && enforcement !== undefined && enforcement !== "unsupported") {
      receipt[name] = { value: requested.value, enforcement };
    }
  }
  return receipt;
}
