import type { ApprovalReceipt } from "../contract/approval-receipt.ts";
import type { Conversation } from "../contract/conversation.ts";
import type { Outcome } from "../contract/outcome.ts";
import type { BackendDescriptor } from "../contract/runtime/backend-descriptor.ts";
import type { ExecutionIntent } from "../contract/runtime/execution-intent.ts";
import type { AcceptedPreflight } from "../contract/runtime/preflight.ts";
import type { PromptRuntime } from "../contract/runtime/prompt-runtime.ts";
import type { RunResult } from "../contract/runtime/run-result.ts";
import type { SealedPlan } from "../contract/runtime/sealed-plan.ts";
import type { ToolCatalog } from "../contract/tool-catalog.ts";
import type { Backend, BackendEvent } from "./backend.ts";

/** Seals a plan once and runs it once. Knows no Pi and no UI. */
export interface ExecutionRuntime {
  registerBackend<P>(backend: Backend<P>): { dispose(): Outcome<void> };
  /** Copies, sorted by id. */
  listBackends(): readonly BackendDescriptor[];
  /** What one backend offers here; `backend.missing` when it is not registered. */
  catalog(backendId: string, signal: AbortSignal): Promise<Outcome<ToolCatalog>>;
  prepare(request: PrepareRun): Promise<Outcome<PreparedRun>>;
  /** Starts the run and returns at once, or refuses: foreign or used handle, receipt for another plan, expired receipt. */
  execute(prepared: PreparedRun, receipt: ApprovalReceipt): Outcome<RunHandle>;
  /** Discards what is prepared, cancels what runs, waits for both. */
  dispose(): Promise<void>;
}

export interface PrepareRun {
  readonly backendId: string;
  readonly intent: ExecutionIntent;
  /** May refuse: its diagnostics end the preparation. */
  readonly compile: (runtime: PromptRuntime, preflight: AcceptedPreflight) => Promise<Outcome<Conversation>>;
  /** Ends the preparation; has no effect on a prepared run. */
  readonly signal?: AbortSignal;
}

export interface PreparedRun {
  readonly id: string;
  readonly backendId: string;
  readonly conversationFingerprint: string;
  readonly executionFingerprint: string;
  /** A deep-frozen sealed plan. */
  readonly plan: SealedPlan;
  readonly diagnostics: Outcome<unknown>["diagnostics"];
  /** Lets the backend start what costs time; no part of the plan leaves the runtime. */
  warm(): void;
  /** Safe to call twice; refuses nothing. */
  discard(): Promise<Outcome<void>>;
}

export interface RunHandle {
  readonly id: string;
  subscribe(listener: (event: RunEvent) => void): () => void;
  /** Resolves after the run has settled. */
  cancel(reason?: string): Promise<void>;
  /** Never rejects. */
  readonly result: Promise<RunResult>;
}

export interface RunEvent extends BackendEvent {
  readonly runId: string;
  /** From 1, without gaps. */
  readonly sequence: number;
  /** ISO 8601. */
  readonly timestamp: string;
}
