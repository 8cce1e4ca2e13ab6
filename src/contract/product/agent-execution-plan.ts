import { type Static, Type } from "@sinclair/typebox";
import { AccessReceipt } from "../access.ts";
import { accessReceiptCheck } from "../access-receipt-check.ts";
import { checker, placeOf } from "../check.ts";
import { PreparedMessage } from "../conversation.ts";
import { type Diagnostic, error, hasErrors } from "../diagnostic.ts";
import { Fingerprint, OpaqueId } from "../identifiers.ts";
import { LimitsReceipt, limitsReceiptCheck } from "../limits.ts";
import { ModelReference, modelReferenceCheck, ThinkingLevel } from "../model.ts";
import { failure, type Outcome, success } from "../outcome.ts";
import { repeated } from "../repeated.ts";
import { AcceptedPreflight, hostAcceptedPreflightCheck } from "../runtime/preflight.ts";
import { sameJson } from "../same-json.ts";
import { type AgentRequest, ResultProjection } from "./agent-request.ts";
import { type ExecutionPlanInput, planInputProblems } from "./execution-plan-input.ts";
import { keepsProtectedTask } from "./initial-messages.ts";
import { AgentProfileSnapshot, profileSnapshotCheck } from "./profile-snapshot.ts";
import { ContextReceipt, contextReceiptCheck } from "./selected-context.ts";

/** The host's side of a sealed plan: it carries the fingerprints that the runtime issued and computes neither. */
export const AgentExecutionPlan = Type.Object({
  schemaVersion: Type.Literal(1),
  runId: OpaqueId,
  requestId: OpaqueId,
  backendId: OpaqueId,
  preflightId: OpaqueId,
  preflight: AcceptedPreflight,
  profile: AgentProfileSnapshot,
  model: ModelReference,
  thinkingLevel: ThinkingLevel,
  systemPrompt: Type.String(),
  messages: Type.Array(PreparedMessage),
  effectiveToolIds: Type.Array(OpaqueId),
  access: AccessReceipt,
  limits: LimitsReceipt,
  contextBudget: Type.Optional(ContextReceipt),
  resultProjection: ResultProjection,
  promptRuntimeFingerprint: Fingerprint,
  conversationFingerprint: Fingerprint,
  executionFingerprint: Fingerprint,
});
export type AgentExecutionPlan = Static<typeof AgentExecutionPlan>;

const agentExecutionPlanCheck = checker(AgentExecutionPlan, {
  codes: {
    "": "plan.type",
    schemaVersion: "plan.schema-version",
    thinkingLevel: "plan.thinking",
    systemPrompt: "plan.system-prompt",
    messages: "plan.messages",
    "messages[]": "plan.message",
    "messages[].role": "plan.message-role",
    "messages[].content": "plan.message-content",
    "messages[].content[]": "plan.content-part",
    "messages[].content[].type": "plan.content-type",
    "messages[].content[].text": "plan.text-part",
    "messages[].content[].mimeType": "plan.media-mime",
    "messages[].protectedTask": "plan.protected-flag",
    effectiveToolIds: "array.string",
    resultProjection: "plan.result-projection",
  },
  parts: {
    preflight: hostAcceptedPreflightCheck,
    profile: profileSnapshotCheck,
    model: modelReferenceCheck,
    access: accessReceiptCheck,
    limits: limitsReceiptCheck,
    contextBudget: contextReceiptCheck,
  },
  rules: (when) => [
    when(["effectiveToolIds"], function* ({ effectiveToolIds }, at) {
      for (const [index, id] of repeated(effectiveToolIds)) {
        yield error("array.duplicate", `Tool "${id}" is listed twice.`, placeOf(at, ["effectiveToolIds", index]));
      }
    }),
    when(["messages"], function* ({ messages }, at) {
      for (const index of messages.slice(0, -1).keys()) {
        if (!messages[index]?.protectedTask) continue;
        const message = "Only the last message can be the protected task.";
        yield error("plan.protected-flag", message, placeOf(at, ["messages", index, "protectedTask"]));
      }
    }),
    when(["preflight", "preflightId", "backendId", "model", "thinkingLevel"], (plan) => identityReceipts(plan)),
    when(["preflight", "access", "limits", "effectiveToolIds"], (plan) => enforcementReceipts(plan)),
  ],
});

/** A plan by itself and, when given, against the request that led to it. */
export function validateAgentExecutionPlan(plan: unknown, request?: AgentRequest): Diagnostic[] {
  const { diagnostics, value } = agentExecutionPlanCheck.examine(plan);
  return request && value ? [...diagnostics, ...requestAgreement(value, request)] : [...diagnostics];
}

/** All that led to a sealed plan, checked once more and put together; or every reason why it cannot be. */
export function createAgentExecutionPlan(input: ExecutionPlanInput): Outcome<AgentExecutionPlan> {
  const found = planInputProblems(input);
  if (hasErrors(found)) return failure(...found);
  const { request, snapshot, sealed, preparation, initial } = input;
  const { preflight } = sealed;
  const plan: AgentExecutionPlan = {
    schemaVersion: 1,
    runId: sealed.preparedRunId,
    requestId: request.requestId,
    backendId: preflight.backend.id,
    preflightId: preflight.preflightId,
    preflight,
    profile: snapshot,
    model: preflight.model,
    thinkingLevel: preflight.thinkingLevel,
    systemPrompt: preparation.systemPrompt,
    messages: [...initial.messages],
    effectiveToolIds: [...preparation.effectiveToolIds],
    access: preflight.access,
    limits: preflight.limits,
    ...(initial.contextBudget ? { contextBudget: initial.contextBudget } : {}),
    resultProjection: request.resultProjection,
    promptRuntimeFingerprint: sealed.promptRuntime.promptRuntimeFingerprint,
    conversationFingerprint: sealed.conversationFingerprint,
    executionFingerprint: sealed.executionFingerprint,
  };
  const faults = validateAgentExecutionPlan(plan, request);
  return hasErrors(faults) ? failure(...found, ...faults) : success(plan, [...found, ...faults]);
}

function identityReceipts(
  plan: Pick<AgentExecutionPlan, "preflight" | "preflightId" | "backendId" | "model" | "thinkingLevel">,
): Diagnostic[] {
  const { preflight } = plan;
  return [
    ...agrees(plan.preflightId, preflight.preflightId, "plan.preflight-id", "preflightId"),
    ...agrees(plan.backendId, preflight.backend.id, "plan.backend-id", "backendId"),
    ...agrees(plan.model, preflight.model, "plan.model-receipt", "model"),
    ...agrees(plan.thinkingLevel, preflight.thinkingLevel, "plan.thinking-receipt", "thinkingLevel"),
  ];
}

function* enforcementReceipts(
  plan: Pick<AgentExecutionPlan, "preflight" | "access" | "limits" | "effectiveToolIds">,
): Generator<Diagnostic> {
  const { preflight } = plan;
  yield* agrees(plan.access, preflight.access, "plan.access-receipt", "access");
  yield* agrees(plan.limits, preflight.limits, "plan.limit-receipt", "limits");
  for (const [index, id] of plan.effectiveToolIds.entries()) {
    if (preflight.toolCatalog.some((tool) => tool.id === id)) continue;
    const message = `Tool "${id}" is not in the accepted catalogue.`;
    yield error("plan.tool-receipt", message, `effectiveToolIds[${index}]`);
  }
}

function requestAgreement(plan: AgentExecutionPlan, request: AgentRequest): Diagnostic[] {
  const projection = "plan.result-projection-mismatch";
  const task = keepsProtectedTask(plan.messages, request)
    ? []
    : [error("plan.protected-task", "The last message is not the delegated task as it was asked.", "messages")];
  return [
    ...agrees(plan.requestId, request.requestId, "plan.request-id", "requestId"),
    ...agrees(plan.resultProjection, request.resultProjection, projection, "resultProjection"),
    ...task,
  ];
}

function agrees(one: unknown, other: unknown, code: string, place: string): Diagnostic[] {
  return sameJson(one, other) ? [] : [error(code, `${place} is not the one that was accepted or asked for.`, place)];
}
