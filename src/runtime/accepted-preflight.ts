import { error, hasErrors } from "../contract/diagnostic.ts";
import { failure, type Outcome, success } from "../contract/outcome.ts";
import type { ExecutionIntent } from "../contract/runtime/execution-intent.ts";
import { type AcceptedPreflight, checkRuntimePreflight, type Preflight } from "../contract/runtime/preflight.ts";
import type { Registration } from "./backend-registry.ts";
import { type Bound, bounded, causeText } from "./bounded.ts";
import { frozenJson } from "./frozen-json.ts";

/** What the backend promises for this intent, checked; or why it will not, or cannot be believed. */
export async function acceptedPreflight(
  registration: Registration,
  intent: ExecutionIntent,
  bound: Bound & { readonly signal: AbortSignal },
): Promise<Outcome<AcceptedPreflight>> {
  const { backend } = registration;
  const ended = await bounded(() => backend.preflight({ intent, signal: bound.signal }), bound);
  switch (ended.kind) {
    case "aborted":
      return failure(error("preflight.cancelled", "The preparation was cancelled during preflight."));
    case "late":
      return failure(error("preflight.timed-out", `The backend gave no preflight within ${bound.ms} ms.`));
    case "failed":
      return failure(error("preflight.backend-error", `The backend's preflight failed: ${causeText(ended.cause)}.`));
    case "done":
      return checkedPreflight(registration, intent, ended.value);
  }
}

function checkedPreflight(
  registration: Registration,
  intent: ExecutionIntent,
  said: Preflight,
): Outcome<AcceptedPreflight> {
  const copy = frozenJson(said, "preflight.canonical", "backend's preflight");
  if (!copy.ok) return copy;
  const preflight = copy.value;
  const problems = checkRuntimePreflight(preflight, intent, registration.descriptor);
  if (hasErrors(problems)) {
    return failure(error("preflight.invalid", "The backend's preflight is not valid."), ...problems);
  }
  if (registration.preflightIds.has(preflight.preflightId)) {
    return failure(
      error("preflight.duplicate-id", `The backend used the preflight id "${preflight.preflightId}" twice.`),
    );
  }
  registration.preflightIds.add(preflight.preflightId);
  if (preflight.status === "rejected") {
    const reason = error("preflight.rejected", `The backend "${registration.descriptor.id}" refuses this run.`);
    return failure(reason, ...preflight.diagnostics);
  }
  return success(preflight, [...problems, ...preflight.diagnostics]);
}
