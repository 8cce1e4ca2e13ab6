import { type Diagnostic, error } from "../diagnostic.ts";
import { type ModelReference, sameModel } from "../model.ts";
import { type AcceptedPreflight, hostPreflightCheck } from "../runtime/preflight.ts";
import { preflightAgreement } from "../runtime/preflight-agreement.ts";
import { type AgentRequest, agentRequestCheck } from "./agent-request.ts";
import { type AgentProfileSnapshot, profileSnapshotCheck } from "./profile-snapshot.ts";

export interface PreflightExpectation {
  /** The model chosen for this run, when it is not the profile's own. */
  readonly expectedModel?: ModelReference;
}

/** A preflight by itself and against what was asked. A request or snapshot that cannot be read is reported in its place. */
export function validateBackendPreflight(
  preflight: unknown,
  request: unknown,
  snapshot: unknown,
  expectation: PreflightExpectation = {},
): Diagnostic[] {
  const { diagnostics: found, value: answered } = hostPreflightCheck.examine(preflight);
  const { value: asked } = agentRequestCheck.examine(request);
  const { value: profile } = profileSnapshotCheck.examine(snapshot);
  const diagnostics = [...found];
  if (answered?.status !== "accepted") return diagnostics;
  if (!asked || !profile) {
    const message = "The request or the profile cannot be read, so the preflight cannot be compared with them.";
    return [...diagnostics, error("preflight.malformed", message, "$")];
  }
  return [...diagnostics, ...agreement(answered, asked, profile, expectation)];
}

function* agreement(
  preflight: AcceptedPreflight,
  request: AgentRequest,
  { profile }: AgentProfileSnapshot,
  { expectedModel }: PreflightExpectation,
): Generator<Diagnostic> {
  const model = expectedModel ?? profile.model;
  if (!sameModel(preflight.model, model)) {
    const message = `The backend accepted ${preflight.model.provider}/${preflight.model.id}, not ${model.provider}/${model.id}.`;
    yield error("preflight.model-mismatch", message, "model");
  }
  if (preflight.thinkingLevel !== profile.thinkingLevel) {
    const message = `The backend accepted thinking level "${preflight.thinkingLevel}" instead of "${profile.thinkingLevel}".`;
    yield error("preflight.thinking-mismatch", message, "thinkingLevel");
  }
  yield* promptRuntimePlace(preflight, model);
  const { access, limits, input, remoteEgressConsent } = request;
  yield* preflightAgreement(
    preflight,
    { access, limits, media: input.media ?? [], remoteEgressConsent },
    "input.media",
  );
}

function* promptRuntimePlace(
  { backend, promptRuntime }: AcceptedPreflight,
  model: ModelReference,
): Generator<Diagnostic> {
  if (!promptRuntime) return;
  if (backend.capabilities.promptRuntimeFidelity !== "exact-preflight") {
    const message = "Only a backend that knows the prompt's inputs before it prepares may state them here.";
    yield error("preflight.runtime-extra", message, "promptRuntime");
  }
  if (!sameModel(promptRuntime.model, model)) {
    yield error("preflight.runtime-model", "The prompt runtime names another model.", "promptRuntime.model");
  }
}
