import type { Conversation } from "../contract/conversation.ts";
import type { Outcome } from "../contract/outcome.ts";
import type { BackendDescriptor } from "../contract/runtime/backend-descriptor.ts";
import type { ExecutionIntent } from "../contract/runtime/execution-intent.ts";
import type { AcceptedPreflight, Preflight } from "../contract/runtime/preflight.ts";
import type { PromptRuntime } from "../contract/runtime/prompt-runtime.ts";
import type { BackendResult } from "../contract/runtime/run-result.ts";
import type { SealedPlan } from "../contract/runtime/sealed-plan.ts";
import type { ToolCatalog } from "../contract/tool-catalog.ts";

/**
 * A way to execute a sealed plan. `P` is whatever the backend keeps between preparation and start.
 *
 * Contract: no method contacts a provider before `start`; `start` must use the plan and nothing else for what is sent;
 * `preflight` rejects what cannot be enforced instead of claiming it.
 */
export interface Backend<P = unknown> {
  readonly descriptor: BackendDescriptor;
  /** The tools it can offer on this machine right now, asked before the intent names the ones to request. */
  catalog(signal: AbortSignal): Promise<Outcome<ToolCatalog>>;
  preflight(input: { readonly intent: ExecutionIntent; readonly signal: AbortSignal }): Promise<Preflight>;
  /**
   * Calls `compile` exactly once with the inputs the prompt is compiled from. A refusal is an error with `diagnostics`, which are
   * passed on as they are.
   */
  prepare(
    input: { readonly intent: ExecutionIntent; readonly preflight: AcceptedPreflight },
    tools: { readonly compile: (runtime: PromptRuntime) => Promise<Conversation>; readonly signal: AbortSignal },
  ): Promise<BackendPreparation<P>>;
  /** Optional: start what costs time while a person decides. It may hold no part of the plan. Safe to call twice. */
  warm?(preparation: P): void;
  /** Throws, or returns controls whose `result` settles once. */
  start(
    input: { readonly plan: SealedPlan; readonly preparation: P },
    tools: { readonly emit: (event: BackendEvent) => void; readonly signal: AbortSignal },
  ): BackendExecution;
  /** Called exactly once for a preparation that is never started. */
  discard(preparation: P): Promise<void>;
}

export interface BackendPreparation<P> {
  readonly promptRuntime: PromptRuntime;
  readonly conversation: Conversation;
  readonly preparation: P;
}

export interface BackendExecution {
  readonly result: Promise<BackendResult>;
  /** Ends the run; resolves when nothing of it is left running. */
  cancel(reason: string): Promise<void>;
  /** Releases everything. Called once, after `result` has settled. */
  dispose(): Promise<void>;
}

/** Progress. `details` is plain JSON; text in it is from the child and untrusted. */
export interface BackendEvent {
  readonly phase: "starting" | "message" | "tool-result" | "finishing";
  readonly message: string;
  readonly details?: RunProgress;
}

/** A running total; every field is optional because a backend reports what it knows. */
export interface RunProgress {
  readonly turn?: number;
  readonly requests?: number;
  readonly tokens?: number;
  readonly cost?: number;
  /** The tool call in progress, for example `grep "held.has"`. */
  readonly tool?: string;
  /** Text that arrived since the last event. */
  readonly delta?: string;
  readonly retry?: number;
}
