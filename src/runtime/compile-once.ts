import type { Conversation } from "../contract/conversation.ts";
import { type Diagnostic, error, hasErrors } from "../contract/diagnostic.ts";
import { failure, type Outcome, success } from "../contract/outcome.ts";
import { checkConversation } from "../contract/runtime/conversation.ts";
import type { AcceptedPreflight } from "../contract/runtime/preflight.ts";
import { checkPromptRuntime, type PromptRuntime } from "../contract/runtime/prompt-runtime.ts";
import { sameJson } from "../contract/same-json.ts";
import { causeText } from "./bounded.ts";
import { frozenJson } from "./frozen-json.ts";
import type { PrepareRun } from "./runtime-port.ts";

export interface Compiled {
  readonly promptRuntime: PromptRuntime;
  readonly conversation: Conversation;
  readonly diagnostics: readonly Diagnostic[];
}

/** Nothing but checked, frozen copies pass from the backend to the host's compiler and back. */
export async function compileOnce(
  compile: PrepareRun["compile"],
  preflight: AcceptedPreflight,
  runtime: PromptRuntime,
  signal: AbortSignal,
): Promise<Outcome<Compiled>> {
  const promptRuntime = checkedRuntime(runtime, preflight);
  if (!promptRuntime.ok) return promptRuntime;
  const outcome = await compiledBy(() => compile(promptRuntime.value, preflight), signal);
  if (!outcome.ok) return outcome;
  const conversation = checkedConversation(outcome.value);
  if (!conversation.ok) return conversation;
  const diagnostics = [...promptRuntime.diagnostics, ...outcome.diagnostics, ...conversation.diagnostics];
  return success({ promptRuntime: promptRuntime.value, conversation: conversation.value, diagnostics });
}

function checkedRuntime(runtime: PromptRuntime, preflight: AcceptedPreflight): Outcome<PromptRuntime> {
  const copy = frozenJson(runtime, "preparation.runtime-canonical", "backend's prompt runtime");
  if (!copy.ok) return copy;
  if (copy.value?.fidelity === "partial") {
    const message = "The backend knows the prompt's inputs only in part, so nothing can be sealed.";
    return failure(error("preparation.partial", message));
  }
  const { model, backend } = preflight;
  const problems = checkPromptRuntime(copy.value, { fidelity: backend.capabilities.promptRuntimeFidelity, model });
  if (hasErrors(problems)) {
    return failure(error("preparation.runtime-invalid", "The backend's prompt runtime is not valid."), ...problems);
  }
  if (preflight.promptRuntime !== undefined && !sameJson(copy.value, preflight.promptRuntime)) {
    const message = "The prompt runtime differs from the one in the backend's preflight.";
    return failure(error("preparation.runtime-invalid", message));
  }
  return success(copy.value, problems);
}

async function compiledBy(
  compile: () => Promise<Outcome<Conversation>>,
  signal: AbortSignal,
): Promise<Outcome<Conversation>> {
  try {
    const outcome = await untilAborted(compile, signal);
    if (signal.aborted) return cancelled();
    return outcome.ok
      ? outcome
      : failure(error("preparation.compiler-error", "The prompt could not be compiled."), ...outcome.diagnostics);
  } catch (cause) {
    if (signal.aborted) return cancelled();
    return failure(error("preparation.compiler-error", `The prompt could not be compiled: ${causeText(cause)}.`));
  }
}

/** A compiler that never answers must not keep the backend waiting for ever. */
function untilAborted<T>(compile: () => Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = (): void => reject(new Error("aborted"));
    signal.addEventListener("abort", stop);
    compile()
      .then(resolve, reject)
      .finally(() => signal.removeEventListener("abort", stop));
  });
}

export function cancelled(): Outcome<never> {
  return failure(error("preparation.cancelled", "The preparation was cancelled."));
}

function checkedConversation(conversation: Conversation): Outcome<Conversation> {
  const copy = frozenJson(conversation, "preparation.conversation-canonical", "compiled conversation");
  if (!copy.ok) return copy;
  const problems = checkConversation(copy.value);
  return hasErrors(problems)
    ? failure(error("preparation.conversation-invalid", "The compiled conversation is not valid."), ...problems)
    : success(copy.value, problems);
}
