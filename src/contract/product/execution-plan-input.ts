import type { PreparedMessage } from "../conversation.ts";
import { type Diagnostic, error, hasErrors } from "../diagnostic.ts";
import { type ModelReference, sameModel } from "../model.ts";
import type { SealedPlan } from "../runtime/sealed-plan.ts";
import { sameJson } from "../same-json.ts";
import { selectorOf } from "../selector.ts";
import { negotiateSubagentTools } from "../tool-negotiation.ts";
import { type AgentRequest, validateAgentRequest } from "./agent-request.ts";
import { budgetSubagentContext } from "./context-budget.ts";
import { renderSubagentSelectedContext } from "./context-envelope.ts";
import type { PrepareReply } from "./host-port.ts";
import { type InitialMessages, keepsProtectedTask } from "./initial-messages.ts";
import { validateBackendPreflight } from "./preflight-check.ts";
import { type AgentProfileSnapshot, validateAgentProfileSnapshot } from "./profile-snapshot.ts";

/** What the host prepared, without what the plan does not need. */
export type HostPreparation = Pick<
  PrepareReply,
  "profileId" | "systemPrompt" | "effectiveToolIds" | "effectiveToolNames" | "diagnostics" | "profileSnapshot"
>;

export interface ExecutionPlanInput {
  readonly request: AgentRequest;
  readonly snapshot: AgentProfileSnapshot;
  /** As the runtime sealed it: both fingerprints come from here and are never computed by the host. */
  readonly sealed: Omit<SealedPlan, "intent" | "effectiveTools" | "schemaVersion">;
  readonly preparation: HostPreparation;
  readonly initial: InitialMessages;
  /** The model chosen for this run, when it is not the profile's own. */
  readonly expectedModel?: ModelReference;
}

/** Everything known about the parts of a plan, before they are put together. */
export function planInputProblems(input: ExecutionPlanInput): Diagnostic[] {
  const { request, snapshot, sealed, expectedModel } = input;
  const parts = [
    ...validateAgentRequest(request),
    ...validateAgentProfileSnapshot(snapshot),
    ...validateBackendPreflight(sealed.preflight, request, snapshot, expectedModel ? { expectedModel } : {}),
    ...input.preparation.diagnostics,
    ...input.initial.diagnostics,
  ];
  // The rest compares parts with each other, which says nothing once a part itself is wrong.
  return hasErrors(parts) ? parts : [...parts, ...agreement(input)];
}

function* agreement(input: ExecutionPlanInput): Generator<Diagnostic> {
  yield* profileAgreement(input);
  yield* runtimeAgreement(input);
  yield* toolAgreement(input);
  yield* contextAgreement(input);
  if (!keepsProtectedTask(input.initial.messages, input.request)) {
    yield error("plan.protected-task", "The last message is not the delegated task as it was asked.", "messages");
  }
  const { systemPrompt } = input.preparation;
  const messages = input.initial.messages.map(({ role, content }) => ({ role, content }));
  if (!sameJson({ systemPrompt, messages }, input.sealed.conversation)) {
    yield error("plan.conversation", "What the host prepared is not what was sealed.", "messages");
  }
}

function* profileAgreement({ request, snapshot, preparation }: ExecutionPlanInput): Generator<Diagnostic> {
  const id = selectorOf(snapshot.profileId)?.id;
  for (const asked of [request.profileId, preparation.profileId]) {
    if (asked === snapshot.profileId || asked === id) continue;
    yield error(
      "plan.profile-id",
      `Profile "${asked}" was asked for, but "${snapshot.profileId}" is here.`,
      "profileId",
    );
  }
  const expected = request.expectedProfileFingerprint ?? snapshot.profileFingerprint;
  if (expected !== snapshot.profileFingerprint || !sameJson(preparation.profileSnapshot, snapshot)) {
    const message = `Profile "${snapshot.profileId}" or its stack changed in the meantime: ask again.`;
    yield error("plan.profile-drift", message, "profile");
  }
}

function* runtimeAgreement({ sealed }: ExecutionPlanInput): Generator<Diagnostic> {
  const { preflight, promptRuntime } = sealed;
  if (!sameModel(promptRuntime.model, preflight.model)) {
    yield error("plan.runtime-model", "The prompt was compiled for another model than was accepted.", "model");
  }
  if (promptRuntime.fidelity === "partial") {
    const message = "The prompt's inputs are known only in part, so the prompt cannot be sealed.";
    yield error("plan.partial-runtime", message, "promptRuntimeFingerprint");
  } else if (promptRuntime.fidelity !== preflight.backend.capabilities.promptRuntimeFidelity) {
    const message = `A prompt runtime of fidelity "${promptRuntime.fidelity}" is not what the backend promised.`;
    yield error("plan.runtime-fidelity", message, "promptRuntimeFingerprint");
  }
}

/** The host's choice of tools is computed again, from the stack it returned. */
function* toolAgreement({ request, snapshot, sealed, preparation }: ExecutionPlanInput): Generator<Diagnostic> {
  const tools = negotiateSubagentTools(sealed.preflight.toolCatalog, snapshot.promptStack?.tools, request.access);
  yield* tools.diagnostics.filter((each) => !preparation.diagnostics.some((said) => sameProblem(said, each)));
  const sameIds = sameJson(preparation.effectiveToolIds, tools.effectiveToolIds);
  if (sameIds && sameJson(preparation.effectiveToolNames, tools.effectiveToolNames)) return;
  const message = "The host's tools are not those that the stack's policy and the access allow.";
  yield error("plan.tool-negotiation", message, "effectiveToolIds");
}

function* contextAgreement({ request, initial }: ExecutionPlanInput): Generator<Diagnostic> {
  const said = initial.messages.filter((each) => each.source === "selected-context");
  if (!request.selectedContext) {
    if (initial.contextBudget) {
      yield error(
        "plan.context-budget-extra",
        "A context receipt is here, but no context was selected.",
        "contextBudget",
      );
    }
    if (said.length > 0) {
      yield error("plan.selected-context-extra", "A context message is here, but no context was selected.", "messages");
    }
    return;
  }
  const budget = budgetSubagentContext(request.selectedContext);
  if (!sameJson(initial.contextBudget, budget.receipt)) {
    yield error("plan.context-budget", "The context receipt is not the one of the selected context.", "contextBudget");
  }
  if (budget.items.length === 0) {
    if (said.length === 0) return;
    yield error("plan.selected-context-empty", "No context fits, but a context message is here.", "messages");
  } else if (
    said.length !== 1 ||
    initial.messages[0] !== said[0] ||
    !holds(said[0], renderSubagentSelectedContext(budget.items))
  ) {
    yield error("plan.selected-context", "The first message is not the selected context.", "messages");
  }
}

function holds(message: PreparedMessage | undefined, text: string): boolean {
  return message?.role === "user" && sameJson(message.content, [{ type: "text", text }]);
}

function sameProblem(one: Diagnostic, other: Diagnostic): boolean {
  return one.code === other.code && one.path === other.path;
}
