import type { ApprovalDecision } from "./approval/approver.ts";
import type { ApprovalReceipt } from "./contract/approval-receipt.ts";
import { canonicalJson } from "./contract/canonical-json.ts";
import type { Diagnostic } from "./contract/diagnostic.ts";
import type { Delegation, DelegationPorts, DelegationProgress, DelegationResult, PlannedRun } from "./delegation.ts";
import { driftSincePlanning } from "./delegation-drift.ts";
import { type PlannedDelegation, planDelegation } from "./delegation-plan.ts";
import { askedFor } from "./delegation-request.ts";
import { agentResponse } from "./delegation-response.ts";
import type { RunEvent } from "./runtime/runtime-port.ts";

type Report = (progress: DelegationProgress) => void;

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
    case "approved": {
      const result = await runApproved(delegation, planned.value, decision.receipt, ports, signal, report);
      const { granted } = decision;
      return result.kind === "ran" && granted ? { ...result, granted } : result;
    }
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
      chat: terms.chat,
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
