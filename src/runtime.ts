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
