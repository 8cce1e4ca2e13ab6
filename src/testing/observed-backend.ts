import type { BackendResult } from "../contract/runtime/run-result.ts";
import type { Backend, BackendExecution } from "../runtime/backend.ts";

export interface Observed {
  started: number;
  discarded: number;
  disposed: number;
  /** A cancel threw or rejected. */
  cancelFailed: boolean;
  /** What the latest run handed back. */
  said: BackendResult | undefined;
}

/** The same backend, watched: the runtime contains faults that a suite must see. */
export function observedBackend<P>(backend: Backend<P>): { readonly backend: Backend<P>; readonly seen: Observed } {
  const seen: Observed = { started: 0, discarded: 0, disposed: 0, cancelFailed: false, said: undefined };
  return {
    seen,
    backend: {
      descriptor: backend.descriptor,
      catalog: (signal) => backend.catalog(signal),
      preflight: (input) => backend.preflight(input),
      prepare: (input, tools) => backend.prepare(input, tools),
      warm: (preparation) => backend.warm?.(preparation),
      start(input, tools) {
        seen.started += 1;
        return observedExecution(backend.start(input, tools), seen);
      },
      discard(preparation) {
        seen.discarded += 1;
        return backend.discard(preparation);
      },
    },
  };
}

function observedExecution(execution: BackendExecution, seen: Observed): BackendExecution {
  // Controls that are no controls must reach the runtime as they are.
  if (typeof execution?.cancel !== "function" || typeof execution.dispose !== "function") return execution;
  const remember = (said: BackendResult): void => {
    seen.said = said;
  };
  if (execution.result instanceof Promise) execution.result.then(remember, () => undefined);
  return {
    result: execution.result,
    async cancel(reason) {
      try {
        await execution.cancel(reason);
      } catch (cause) {
        seen.cancelFailed = true;
        throw cause;
      }
    },
    dispose() {
      seen.disposed += 1;
      return execution.dispose();
    },
  };
}
