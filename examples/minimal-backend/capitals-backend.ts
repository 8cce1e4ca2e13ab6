// A whole backend: it answers a task with the task in capitals and contacts nobody.
// In a package of your own, import from "pi-forge-agent/runtime".
import {
  type Backend,
  type BackendDescriptor,
  type BackendResult,
  error,
  promptRuntimeFingerprint,
  type SealedPlan,
  success,
} from "../../src/runtime.ts";

const isolation = {
  readOnlyMountIsolation: false,
  readWriteMountIsolation: false,
  symlinkSafeContainment: false,
  processIsolation: false,
  agentNetworkIsolation: false,
};

const cannot: "unsupported"[] = ["unsupported"];

const descriptor: BackendDescriptor = {
  id: "capitals",
  version: "1.0.0",
  capabilities: {
    access: isolation,
    executionBoundaries: ["shared-user"],
    limits: { timeoutMs: ["host-abort"], maxTurns: cannot, tokenBudget: cannot, maxOutputBytes: cannot },
    cancellation: true,
    mediaMimeTypes: [],
    remoteTransport: false,
    promptRuntimeFidelity: "backend-assisted",
    traceInspection: false,
    artifactRetention: false,
  },
};

/** Between preparation and start it keeps nothing, so there is nothing to discard. */
export const capitalsBackend: Backend<undefined> = {
  descriptor,
  catalog: async () => success([]),

  async preflight({ intent }) {
    const preflightId = `capitals-preflight:${crypto.randomUUID()}`;
    const { level, network } = intent.access;
    // It runs as the user, so it cannot promise that the network is out of reach.
    if (level !== "none" || network === "deny" || intent.requestedTools.length > 0) {
      const reason = error("capitals.access", "This backend has no files, no tools and no isolation: ask for none.");
      return { status: "rejected", preflightId, backend: descriptor, diagnostics: [reason] };
    }
    const { model, thinkingLevel, limits } = intent;
    const access = { level, mounts: [], network, process: false, executionBoundary: "shared-user" as const };
    const hostAbort = { enforcement: "host-abort" as const };
    const timeout = limits.timeoutMs && { timeoutMs: { ...hostAbort, value: limits.timeoutMs.value } };
    return {
      status: "accepted",
      preflightId,
      backend: descriptor,
      model,
      thinkingLevel,
      toolCatalog: [],
      access: { ...access, enforcement: isolation },
      limits: timeout ?? {},
      diagnostics: [],
    };
  },

  async prepare({ preflight }, { compile }) {
    const options = { cwd: "/", contextFiles: [], skills: [] };
    const fidelity = "backend-assisted" as const;
    const preparedAt = new Date().toISOString();
    const inputs = { fidelity, baseSystemPrompt: "", preparedAt, model: preflight.model, options };
    const promptRuntime = { ...inputs, promptRuntimeFingerprint: promptRuntimeFingerprint(inputs) };
    return { promptRuntime, conversation: await compile(promptRuntime), preparation: undefined };
  },

  start({ plan }, { emit, signal }) {
    const answer = lastText(plan).toUpperCase();
    const { access, limits } = plan.preflight;
    const enforcement = { access, limits };
    const answered = Promise.resolve().then((): BackendResult => {
      emit({ phase: "message", message: "Turned the task into capitals." });
      if (signal.aborted) return { status: "cancelled", reason: "told to stop", enforcement };
      return { status: "completed", output: { text: answer, partial: false }, enforcement };
    });
    return { result: answered, cancel: async () => {}, dispose: async () => {} };
  },

  discard: async () => {},
};

function lastText({ conversation }: SealedPlan): string {
  const parts = conversation.messages.at(-1)?.content ?? [];
  return parts.map((part) => (part.type === "text" ? part.text : "")).join("");
}
