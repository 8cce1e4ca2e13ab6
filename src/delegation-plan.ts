import { type Diagnostic, error, hasErrors, withoutInfos } from "./contract/diagnostic.ts";
import { failure, type Outcome, success } from "./contract/outcome.ts";
import { type AgentExecutionPlan, createAgentExecutionPlan } from "./contract/product/agent-execution-plan.ts";
import { type AgentRequest, validateAgentRequest } from "./contract/product/agent-request.ts";
import type { AgentProfileSnapshot } from "./contract/product/profile-snapshot.ts";
import type { ExecutionIntent } from "./contract/runtime/execution-intent.ts";
import type { JudgedSetup } from "./contract/runtime/judged-setup.ts";
import { judgedSetup } from "./contract/runtime/setup-fingerprint.ts";
import { negotiateSubagentTools } from "./contract/tool-negotiation.ts";
import type { Delegation, DelegationPorts, DelegationTerms } from "./delegation.ts";
import { type CompiledConversation, compileThrough } from "./delegation-conversation.ts";
import { planNotes, reasonsFirst } from "./delegation-notes.ts";
import { agentRequest, executionIntent } from "./delegation-request.ts";
import { attachedMessages, setupOfPlan } from "./delegation-setup.ts";
import type { ForgeHost } from "./host/forge-host.ts";
import type { PreparedRun } from "./runtime/runtime-port.ts";

/** A sealed plan with everything that led to it. Whoever holds it must execute it or discard it. */
export interface PlannedDelegation {
  readonly terms: DelegationTerms;
  readonly snapshot: AgentProfileSnapshot;
  readonly request: AgentRequest;
  readonly prepared: PreparedRun;
  readonly plan: AgentExecutionPlan;
  /** Of everything a person judges but the task; null where the task or the time shows up in the rest of the prompt. */
  readonly setupFingerprint: string | null;
  readonly judged: JudgedSetup;
  readonly diagnostics: readonly Diagnostic[];
}

/** From a task to a sealed plan. Contacts no provider. A refusal says no more than why. */
export async function planDelegation(
  delegation: Delegation,
  ports: DelegationPorts,
  signal: AbortSignal,
): Promise<Outcome<PlannedDelegation>> {
  const planned = await plannedDelegation(delegation, ports, signal);
  return planned.ok ? planned : failure(...withoutInfos(planned.diagnostics));
}

async function plannedDelegation(
  delegation: Delegation,
  ports: DelegationPorts,
  signal: AbortSignal,
): Promise<Outcome<PlannedDelegation>> {
  const wanted = await wantedRun(delegation, ports, signal);
  if (!wanted.ok) return wanted;
  const sealed = await sealedRun(wanted.value, ports, signal);
  if (!sealed.ok) return sealed;
  const { terms, host, snapshot, request } = wanted.value;
  const { prepared, compiled } = sealed.value;
  const plan = createAgentExecutionPlan({
    request,
    snapshot,
    sealed: prepared.plan,
    preparation: compiled.reply,
    initial: compiled.initial,
    ...(delegation.overrides.model ? { expectedModel: delegation.overrides.model } : {}),
  });
  if (!plan.ok) {
    await prepared.discard();
    return plan;
  }
  const compileCanary = ports.compileCanary ?? ((again) => host.prepare(again));
  const source = { request, snapshot, compiled };
  const setupFingerprint = await setupOfPlan(prepared.plan, source, compileCanary, ports.newId());
  const judged = judgedSetup(prepared.plan, attachedMessages(compiled));
  const diagnostics = planNotes(
    [...terms.diagnostics, ...wanted.diagnostics, ...sealed.diagnostics, ...plan.diagnostics],
    snapshot.promptStack?.tools,
  );
  return success(
    { terms, snapshot, request, prepared, plan: plan.value, setupFingerprint, judged, diagnostics },
    diagnostics,
  );
}

/** What is to be run, before a backend was asked whether it can. */
interface WantedRun {
  readonly terms: DelegationTerms;
  readonly host: ForgeHost;
  readonly snapshot: AgentProfileSnapshot;
  readonly request: AgentRequest;
  readonly intent: ExecutionIntent;
}

/** Its diagnostics are those of the backend's catalog. */
async function wantedRun(
  delegation: Delegation,
  ports: DelegationPorts,
  signal: AbortSignal,
): Promise<Outcome<WantedRun>> {
  if (delegation.task.trim() === "") {
    return failure(error("request.empty-task", "The task is empty: say after the profile what it should do.", "task"));
  }
  const terms = await ports.terms(delegation);
  if (!terms.ok) return terms;
  const host = await ports.host();
  if (!host.ok) return host;
  const snapshot = await host.value.resolveProfile(terms.value.profileId);
  if (!snapshot.ok) return snapshot;
  const request = agentRequest(delegation, terms.value, snapshot.value, `request:${ports.newId()}`);
  const faults = validateAgentRequest(request);
  if (hasErrors(faults)) return failure(...faults);
  const catalog = await ports.runtime.catalog(terms.value.backendId, signal);
  if (!catalog.ok) return catalog;
  const tools = negotiateSubagentTools(catalog.value, snapshot.value.promptStack?.tools, request.access);
  if (hasErrors(tools.diagnostics)) return failure(...tools.diagnostics);
  const intent = executionIntent(delegation, request, snapshot.value, tools.effectiveToolNames);
  const wanted = { terms: terms.value, host: host.value, snapshot: snapshot.value, request, intent };
  return success(wanted, catalog.diagnostics);
}

interface SealedRun {
  readonly prepared: PreparedRun;
  readonly compiled: CompiledConversation;
}

async function sealedRun(
  { terms, host, snapshot, request, intent }: WantedRun,
  { runtime }: DelegationPorts,
  signal: AbortSignal,
): Promise<Outcome<SealedRun>> {
  let compiled: CompiledConversation | undefined;
  const prepared = await runtime.prepare({
    backendId: terms.backendId,
    intent,
    compile: async (_runtime, preflight) => {
      const outcome = await compileThrough(host, request, snapshot, preflight);
      if (!outcome.ok) return outcome;
      compiled = outcome.value;
      return success(outcome.value.conversation, outcome.diagnostics);
    },
    signal,
  });
  if (!prepared.ok) return failure(...reasonsFirst(prepared.diagnostics));
  if (!compiled) throw new Error("A prepared run was compiled.");
  return success({ prepared: prepared.value, compiled }, [...prepared.value.diagnostics, ...prepared.diagnostics]);
}
