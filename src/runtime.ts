export { type ApprovalReceipt, checkApprovalReceipt } from "./contract/approval-receipt.ts";
export type { Conversation, ConversationMessage } from "./contract/conversation.ts";
export { type Diagnostic, error, info, warning } from "./contract/diagnostic.ts";
export { failure, type Outcome, success } from "./contract/outcome.ts";
export { type BackendDescriptor, checkBackendDescriptor } from "./contract/runtime/backend-descriptor.ts";
export { checkConversation, conversationFingerprint } from "./contract/runtime/conversation.ts";
export { checkExecutionIntent, type ExecutionIntent } from "./contract/runtime/execution-intent.ts";
export { type AcceptedPreflight, checkRuntimePreflight, type Preflight } from "./contract/runtime/preflight.ts";
export {
  checkPromptRuntime,
  type PromptRuntime,
  promptRuntimeFingerprint,
} from "./contract/runtime/prompt-runtime.ts";
export { type BackendResult, checkRunResult, type RunResult } from "./contract/runtime/run-result.ts";
export { checkSealedPlan, executionFingerprint, type SealedPlan } from "./contract/runtime/sealed-plan.ts";
export type { CatalogTool, ToolCatalog } from "./contract/tool-catalog.ts";
export type {
  Backend,
  BackendEvent,
  BackendExecution,
  BackendPreparation,
  RunProgress,
} from "./runtime/backend.ts";
export { createExecutionRuntime, type ExecutionRuntimeOptions } from "./runtime/execution-runtime.ts";
export { ExecutionRuntimeError } from "./runtime/runtime-error.ts";
export type { ExecutionRuntime, PreparedRun, PrepareRun, RunEvent, RunHandle } from "./runtime/runtime-port.ts";
export { systemTimers, type Timers } from "./runtime/timers.ts";
export { type TraceHandles, traceHandles } from "./runtime/trace-handles.ts";
