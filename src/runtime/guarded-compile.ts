import type { Conversation } from "../contract/conversation.ts";
import { type Diagnostic, error } from "../contract/diagnostic.ts";
import { failure, type Outcome } from "../contract/outcome.ts";
import type { AcceptedPreflight } from "../contract/runtime/preflight.ts";
import type { PromptRuntime } from "../contract/runtime/prompt-runtime.ts";
import { type Compiled, cancelled, compileOnce } from "./compile-once.ts";
import { ExecutionRuntimeError } from "./runtime-error.ts";
import type { PrepareRun } from "./runtime-port.ts";

export interface GuardedCompile {
  /** What the backend is given. */
  readonly compile: (runtime: PromptRuntime) => Promise<Conversation>;
  compiled(): Compiled | undefined;
  /** Why the preparation cannot succeed, even if the backend swallowed the error it was given. */
  refusal(): readonly Diagnostic[] | undefined;
  /** No compilation afterwards. */
  close(): void;
}

/** The host's compiler in the backend's hands: usable once, and only while the preparation is under way. */
export function guardedCompile(
  compile: PrepareRun["compile"],
  preflight: AcceptedPreflight,
  signal: AbortSignal,
): GuardedCompile {
  let calls = 0;
  let isOpen = true;
  let compiled: Compiled | undefined;
  let refused: readonly Diagnostic[] | undefined;

  async function guarded(runtime: PromptRuntime): Promise<Outcome<Compiled>> {
    calls += 1;
    if (calls > 1) {
      return failure(error("preparation.compiler-duplicate", "The backend asked for the prompt more than once."));
    }
    if (!isOpen || signal.aborted) return cancelled();
    const outcome = await compileOnce(compile, preflight, runtime, signal);
    return isOpen ? outcome : cancelled();
  }

  return {
    compiled: () => compiled,
    refusal: () => refused,
    close() {
      isOpen = false;
    },
    async compile(runtime) {
      const outcome = await guarded(runtime);
      if (outcome.ok) {
        compiled = outcome.value;
        return outcome.value.conversation;
      }
      refused ??= outcome.diagnostics;
      const [first] = outcome.diagnostics;
      throw new ExecutionRuntimeError(
        first?.code ?? "preparation.cancelled",
        first?.message ?? "",
        outcome.diagnostics,
      );
    },
  };
}
