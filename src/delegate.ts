import type { ApprovalDecision } from "./approval/approver.ts";
import type { ApprovalReceipt } from "./contract/approval-receipt.ts";
import { canonicalJson } from "./contract/canonical-json.ts";
import { type Diagnostic, error } from "./contract/diagnostic.ts";
import { failure, type Outcome, success } from "./contract/outcome.ts";
import { type AgentExecutionPlan, createAgentExecutionPlan } from "./contract/product/agent-execution-plan.ts";
import { type AgentRequest, validateAgentRequest } from "./contract/product/agent-request.ts";
import type { AgentProfileSnapshot } from "./contract/product/profile-snapshot.ts";
import type { JudgedSetup } from "./contract/runtime/judged-setup.ts";
import { judgedSetup } from "./contract/runtime/setup-fingerprint.ts";
import { negotiateSubagentTools } from "./contract/tool-negotiation.ts";
import type {
  Delegation,
  DelegationPorts,
  DelegationProgress,
  DelegationResult,
  DelegationTerms,
  PlannedRun,
} from "./delegation.ts";
import { type CompiledConversation, compileThrough } from "./delegation-conversation.ts";
import { driftSincePlanning } from "./delegation-drift.ts";
import { planNotes } from "./delegation-notes.ts";
import { agentRequest, askedFor, executionIntent } from "./delegation-request.ts";
import { agentResponse } from "./delegation-response.ts";
import { attachedMessages, setupOfPlan } from "./delegation-setup.ts";
import type { PreparedRun, RunEvent } from "./runtime/runtime-port.ts";

type Report = (progress: DelegationProgress) => void;

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

/** The run, top to bottom: nothing is sent before a receipt for exactly this plan, and only `ran` has sent anything. */
export async function delegate(
  delegation: Delegation,
  ports: DelegationPorts,
  signal: AbortSignal,
  report: Report = () => {},
): Promise<DelegationResult> {
  report({ phase: "preparing" });
  const planned = await planDelegation(delegation, ports, signal);
  if (!planned.ok) return signal.aborted ? { kind: "aborted" } : { kind: "refused", diagnostics: planned.diagnostics };
  const { prepared, plan } = planned.value;
  report({ phase: "awaiting-approval", prepared });
  const onShown = () => {
    prepared.warm();
    report({ phase: "awaiting-approval", prepared, shownAt: ports.now() });
  };
  const decision = await decide(delegation, planned.value, ports, signal, onShown);
  switch (decision.kind) {
    case "approved":
      return await runApproved(delegation, planned.value, decision.receipt, ports, signal, report);
    case "edited": {
      await prepared.discard();
      const again = await delegate({ ...delegation, task: decision.task, edited: true }, ports, signal, report);
      return { editedTask: decision.task, ...again };
    }
    case "rejected":
      await prepared.discard();
      return { kind: "rejected", reason: decision.reason, plan };
    case "dismissed":
      await prepared.discard();
      return { kind: "dismissed", plan };
    case "aborted":
      await prepared.discard();
      return { kind: "aborted", plan };
    case "unavailable":
      return refuse(planned.value, decision.diagnostics);
  }
}

/** From a task to a sealed plan. Contacts no provider. */
export async function planDelegation(
  delegation: Delegation,
  ports: DelegationPorts,
  signal: AbortSignal,
): Promise<Outcome<PlannedDelegation>> {
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
  if (faults.some((each) => each.level === "error")) return failure(...faults);
  const catalog = await ports.runtime.catalog(terms.value.backendId, signal);
  if (!catalog.ok) return catalog;
  const tools = negotiateSubagentTools(catalog.value, snapshot.value.promptStack?.tools, request.access);
  if (tools.diagnostics.some((each) => each.level === "error")) return failure(...tools.diagnostics);
  const intent = executionIntent(delegation, request, snapshot.value, tools.effectiveToolNames);
  let compiled: CompiledConversation | undefined;
  const prepared = await ports.runtime.prepare({
    backendId: terms.value.backendId,
    intent,
    compile: async (_runtime, preflight) => {
      const outcome = await compileThrough(host.value, request, snapshot.value, preflight);
      if (!outcome.ok) return outcome;
      compiled = outcome.value;
      return success(outcome.value.conversation, outcome.diagnostics);
    },
    signal,
  });
  if (!prepared.ok) return prepared;
  if (!compiled) throw new Error("A prepared run was compiled.");
  const plan = createAgentExecutionPlan({
    request,
    snapshot: snapshot.value,
    sealed: prepared.value.plan,
    preparation: compiled.reply,
    initial: compiled.initial,
    ...(delegation.overrides.model ? { expectedModel: delegation.overrides.model } : {}),
  });
  if (!plan.ok) {
    await prepared.value.discard();
    return plan;
  }
  const source = { request, snapshot: snapshot.value, compiled };
  const compileCanary = ports.compileCanary ?? ((again) => host.value.prepare(again));
  const setup = await setupOfPlan(prepared.value.plan, source, compileCanary, ports.newId());
  const diagnostics = planNotes(
    [
      ...terms.value.diagnostics,
      ...catalog.diagnostics,
      ...prepared.value.diagnostics,
      ...prepared.diagnostics,
      ...plan.diagnostics,
    ],
    snapshot.value.promptStack?.tools,
  );
  return success(
    {
      terms: terms.value,
      snapshot: snapshot.value,
      request,
      prepared: prepared.value,
      plan: plan.value,
      setupFingerprint: setup,
      judged: judgedSetup(prepared.value.plan, attachedMessages(compiled)),
      diagnostics,
    },
    diagnostics,
  );
}

async function decide(
  delegation: Delegation,
  planned: PlannedDelegation,
  ports: DelegationPorts,
  signal: AbortSignal,
  onShown: () => void,
): Promise<ApprovalDecision> {
  const { terms, prepared } = planned;
  const { profile } = planned.snapshot;
  const unasked = terms.unattended ? ports.unattended?.(plannedRun(planned)) : undefined;
  if (unasked !== undefined && unasked.kind !== "ask") return unasked;
  return ports.approver.decide(
    {
      plan: prepared.plan,
      ...askedFor(delegation),
      profile: {
        id: planned.snapshot.profileId,
        ...(profile.name === undefined ? {} : { name: profile.name }),
        ...(profile.description === undefined ? {} : { description: profile.description }),
        from: terms.from,
      },
      host: terms.host,
      sessionProvider: terms.sessionProvider,
      ...(terms.enables === undefined ? {} : { enables: terms.enables }),
      setup: { judged: planned.judged, fingerprint: planned.setupFingerprint },
      ...ports.known?.(plannedRun(planned)),
      diagnostics: [...(unasked?.diagnostics ?? []), ...planned.diagnostics],
      onShown,
      idleTimeoutMs: terms.idleTimeoutMs,
    },
    signal,
  );
}

async function runApproved(
  delegation: Delegation,
  planned: PlannedDelegation,
  approval: ApprovalReceipt,
  ports: DelegationPorts,
  signal: AbortSignal,
  report: Report,
): Promise<DelegationResult> {
  const { prepared, plan } = planned;
  const drift = await driftSincePlanning(delegation, planned, ports);
  if (drift.length > 0) return refuse(planned, drift);
  if (signal.aborted) {
    await prepared.discard();
    return { kind: "aborted", plan };
  }
  if (planned.terms.enables) {
    const enabled = await ports.enable(planned.terms);
    if (!enabled.ok) return refuse(planned, enabled.diagnostics);
  }
  const started = ports.runtime.execute(prepared, approval);
  if (!started.ok) return refuse(planned, started.diagnostics);
  const remembered = approval.source === "person" ? ports.agreed?.(plannedRun(planned)) : undefined;
  const run = started.value;
  const startedAt = ports.now();
  const events: RunEvent[] = [];
  report({ phase: "running", startedAt, plan });
  const unsubscribe = run.subscribe((event) => {
    events.push(event);
    report({ phase: "running", startedAt, plan, event });
  });
  const cancel = () => void run.cancel(typeof signal.reason === "string" ? signal.reason : "user");
  signal.addEventListener("abort", cancel, { once: true });
  if (signal.aborted) cancel();
  const result = await run.result;
  signal.removeEventListener("abort", cancel);
  unsubscribe();
  await remembered;
  const response = agentResponse(result, planned.request, plan);
  const diagnostics = unique([...planned.diagnostics, ...response.diagnostics]);
  return { kind: "ran", plan, approval, response: response.value, events, diagnostics };
}

function plannedRun({ terms, prepared, setupFingerprint, judged }: PlannedDelegation): PlannedRun {
  return { profileId: terms.profileId, plan: prepared.plan, setup: setupFingerprint, judged, host: terms.host };
}

function unique(diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
  return [...new Map(diagnostics.map((each) => [canonicalJson(each), each])).values()];
}

async function refuse(
  { prepared, plan }: PlannedDelegation,
  diagnostics: readonly Diagnostic[],
): Promise<DelegationResult> {
  await prepared.discard();
  return { kind: "refused", diagnostics, plan };
}
