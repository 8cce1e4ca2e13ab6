import { error } from "../contract/diagnostic.ts";
import { failure, type Outcome, success } from "../contract/outcome.ts";
import type { SealedPlan } from "../contract/runtime/sealed-plan.ts";
import type { BackendPreparation } from "./backend.ts";
import type { Registration } from "./backend-registry.ts";
import { type Bound, bounded, causeText } from "./bounded.ts";
import type { PreparedRun } from "./runtime-port.ts";

/** What the runtime keeps for a handle. The handle itself holds nothing that could be forged. */
export interface SealedRun {
  readonly registration: Registration;
  readonly plan: SealedPlan;
  readonly prepared: BackendPreparation<unknown>;
  state: "prepared" | "executing" | "discarded";
  /** The one discard, once it was asked for. */
  discarding: Promise<Outcome<void>> | undefined;
}

export function preparedHandle(
  sealed: SealedRun,
  diagnostics: PreparedRun["diagnostics"],
  discard: PreparedRun["discard"],
): PreparedRun {
  return Object.freeze({
    id: sealed.plan.preparedRunId,
    backendId: sealed.plan.backendId,
    conversationFingerprint: sealed.plan.conversationFingerprint,
    executionFingerprint: sealed.plan.executionFingerprint,
    plan: sealed.plan,
    diagnostics,
    warm: () => warm(sealed),
    discard,
  });
}

function warm(sealed: SealedRun): void {
  if (sealed.state !== "prepared") return;
  try {
    sealed.registration.backend.warm?.(sealed.prepared.preparation);
  } catch {
    // Warming only saves time: a run that starts cold is the same run.
  }
}

/** Lets go of a run that will not be executed; once, however often it is asked. A run that executes is left alone. */
export function discardSealed(sealed: SealedRun, bound: Bound): Promise<Outcome<void>> {
  if (sealed.state === "executing") return Promise.resolve(success(undefined));
  sealed.state = "discarded";
  sealed.registration.prepared.delete(sealed);
  sealed.discarding ??= discardPreparation(sealed.registration, sealed.prepared.preparation, bound);
  return sealed.discarding;
}

/** Gives a preparation back to its backend, waiting no longer than the bound. */
export async function discardPreparation(
  registration: Registration,
  preparation: unknown,
  bound: Bound,
): Promise<Outcome<void>> {
  const { ms, timers } = bound;
  const { backend, descriptor } = registration;
  const ended = await bounded(() => backend.discard(preparation), { ms, timers });
  if (ended.kind === "done") return success(undefined);
  const reason = ended.kind === "failed" ? causeText(ended.cause) : `it took longer than ${bound.ms} ms`;
  return failure(
    error("preparation.cleanup-error", `The backend "${descriptor.id}" could not discard what it prepared: ${reason}.`),
  );
}
