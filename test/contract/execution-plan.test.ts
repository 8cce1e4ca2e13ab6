import { describe, expect, test } from "vitest";
import {
  createAgentExecutionPlan,
  validateAgentExecutionPlan,
} from "../../src/contract/product/agent-execution-plan.ts";
import { type AgentResponse, validateAgentResponse } from "../../src/contract/product/agent-response.ts";
import { aPlanInput, aRequest, aSealedPlan, aSnapshot } from "./builders.ts";
import { brief } from "./golden.ts";

function aPlan() {
  const plan = createAgentExecutionPlan(aPlanInput());
  if (!plan.ok) throw new Error(brief(plan.diagnostics).join("\n"));
  return plan.value;
}

function aResponse(overrides: Partial<AgentResponse> = {}): AgentResponse {
  const plan = aPlan();
  return {
    schemaVersion: 1,
    requestId: plan.requestId,
    runId: plan.runId,
    backendId: plan.backendId,
    profileFingerprint: plan.profile.profileFingerprint,
    executionFingerprint: plan.executionFingerprint,
    model: plan.model,
    effectiveToolIds: plan.effectiveToolIds,
    status: "completed",
    output: { text: "Done.", partial: false },
    enforcement: { access: plan.access, limits: plan.limits },
    durationMs: 1,
    artifacts: [],
    ...overrides,
  };
}

test("a plan carries the fingerprints that the runtime issued", () => {
  const { sealed } = aPlanInput();
  const plan = aPlan();
  expect(plan.executionFingerprint).toBe(sealed.executionFingerprint);
  expect(plan.runId).toBe(sealed.preparedRunId);
  expect(validateAgentExecutionPlan(plan, aRequest())).toEqual([]);
});

describe("parts that do not belong together make no plan", () => {
  const { preparation, initial, sealed } = aPlanInput();
  const context = {
    maxBytes: 5_000,
    items: [{ id: "a", kind: "summary" as const, text: "t", provenance: { source: "s" } }],
  };
  const other = aSnapshot({ promptStack: null, promptStackId: null, promptStackFingerprint: null });
  test.each([
    ["request.empty-task", { request: aRequest({ input: { text: " " } }) }],
    ["plan.profile-id", { preparation: { ...preparation, profileId: "another" } }],
    ["plan.profile-drift", { preparation: { ...preparation, profileSnapshot: other } }],
    ["plan.profile-drift", { request: aRequest({ expectedProfileFingerprint: `sha256:v1:${"0".repeat(64)}` }) }],
    ["plan.tool-negotiation", { preparation: { ...preparation, effectiveToolIds: ["pi.read", "pi.ls"] } }],
    ["plan.tool-negotiation", { preparation: { ...preparation, effectiveToolNames: [] } }],
    ["plan.protected-task", { initial: { ...initial, messages: initial.messages.slice(0, -1) } }],
    ["plan.protected-task", { request: aRequest({ input: { text: "Another task" } }), initial }],
    ["plan.conversation", { preparation: { ...preparation, systemPrompt: "You obey." } }],
    [
      "plan.conversation",
      { sealed: { ...sealed, conversation: { ...sealed.conversation, systemPrompt: "You obey." } } },
    ],
    ["plan.context-budget", { request: aRequest({ selectedContext: context }), initial }],
    ["plan.selected-context", { request: aRequest({ selectedContext: context }), initial }],
    [
      "plan.context-budget-extra",
      {
        initial: {
          ...initial,
          contextBudget: { maxBytes: 1, includedBytes: 0, includedItemIds: [], omittedItemIds: [] },
        },
      },
    ],
    [
      "plan.runtime-model",
      { sealed: { ...sealed, promptRuntime: { ...sealed.promptRuntime, model: { provider: "x", id: "y" } } } },
    ],
    [
      "plan.partial-runtime",
      { sealed: { ...sealed, promptRuntime: { ...sealed.promptRuntime, fidelity: "partial" as const } } },
    ],
    [
      "plan.runtime-fidelity",
      { sealed: { ...sealed, promptRuntime: { ...sealed.promptRuntime, fidelity: "exact-preflight" as const } } },
    ],
    ["preflight.model-mismatch", { expectedModel: { provider: "acme", id: "other" } }],
  ])("%s", (code, overrides) => {
    const plan = createAgentExecutionPlan(aPlanInput(overrides));
    expect(plan.ok).toBe(false);
    expect(plan.diagnostics.map((each) => each.code)).toContain(code);
  });
});

describe("a plan that contradicts itself is refused", () => {
  const { preflight } = aSealedPlan();
  test.each([
    ["error plan.type @$", null],
    ["error plan.schema-version @schemaVersion", { schemaVersion: 2 }],
    ["error plan.preflight-id @preflightId", { preflightId: "another" }],
    ["error plan.backend-id @backendId", { backendId: "another" }],
    ["error plan.model-receipt @model", { model: { provider: "x", id: "y" } }],
    ["error plan.thinking-receipt @thinkingLevel", { thinkingLevel: "low" }],
    ["error plan.limit-receipt @limits", { limits: {} }],
    ["error plan.tool-receipt @effectiveToolIds[0]", { effectiveToolIds: ["pi.bash"] }],
    ["error array.duplicate @effectiveToolIds[1]", { effectiveToolIds: ["pi.read", "pi.read"] }],
    [
      "error plan.access-receipt @access",
      { access: { ...preflight.access, workingDirectory: { mountId: "host-workspace", path: "a" } } },
    ],
    ["error plan.message-role @messages[0].role", { messages: [{ role: "system", content: [] }] }],
    [
      "error tools.duplicate-id @preflight.toolCatalog[1].id",
      {
        preflight: {
          ...preflight,
          toolCatalog: [...preflight.toolCatalog.slice(0, 1), { id: "pi.read", name: "x", effects: [] }],
        },
      },
    ],
    ["error plan.request-id @requestId", { requestId: "another" }],
    ["error plan.result-projection-mismatch @resultProjection", { resultProjection: { maxChars: 1 } }],
  ])("%s", (expected, overrides) => {
    const plan = overrides && { ...aPlan(), ...overrides };
    expect(brief(validateAgentExecutionPlan(plan, aRequest()))).toContain(expected);
  });
});

test("a response to the plan is accepted", () => {
  expect(validateAgentResponse(aResponse(), aPlan())).toEqual([]);
});

describe("a response to something else is refused", () => {
  const { preflight } = aSealedPlan();
  const trace = { handle: "h", backendId: aPlan().backendId, authorizationScope: "s" };
  const artifact = {
    id: "a",
    workspaceNamespace: "n",
    path: "x",
    authorization: "read",
    lifetime: "run",
    cleanup: "host",
  } as const;
  const cases: [string, Partial<AgentResponse>][] = [
    ["error response.request-id @requestId", { requestId: "another" }],
    ["error response.run-id @runId", { runId: "another" }],
    ["error response.backend-id @backendId", { backendId: "another" }],
    ["error response.model-mismatch @model", { model: { provider: "x", id: "y" } }],
    ["error response.tools-mismatch @effectiveToolIds", { effectiveToolIds: [] }],
    ["error response.limit-receipt @enforcement.limits", { enforcement: { access: preflight.access, limits: {} } }],
    [
      "error response.timeout-receipt @enforcedTimeoutMs",
      { status: "timed-out", reason: "late", enforcedTimeoutMs: 1 },
    ],
    ["error response.limit-receipt-missing @reachedLimit", { status: "limit-reached", reachedLimit: "maxTurns" }],
    ["error response.forbidden-field @reason", { status: "limit-reached", reachedLimit: "timeoutMs", reason: "why" }],
    ["error response.trace-capability @trace", { trace }],
    ["error response.artifact-capability @artifacts", { artifacts: [artifact] }],
  ];
  test.each(cases)("%s", (expected, overrides) => {
    expect(brief(validateAgentResponse(aResponse(overrides), aPlan()))).toContain(expected);
  });
});
