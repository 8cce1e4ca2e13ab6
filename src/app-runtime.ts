import type { AnyBackend, AppOptions } from "./app-options.ts";
import { createExecutionRuntime } from "./runtime/execution-runtime.ts";
import type { ExecutionRuntime } from "./runtime/runtime-port.ts";

export type WithRuntime = <T>(use: (runtime: ExecutionRuntime) => Promise<T>) => Promise<T>;

/** Each piece of work has a runtime of its own, with the backends that are configured then; what it still holds at its end is released. */
export function ownRuntime(
  backends: () => readonly AnyBackend[],
  { now, newId }: Pick<AppOptions, "now" | "newId">,
): WithRuntime {
  return async (use) => {
    const runtime = createExecutionRuntime({ clock: () => now().getTime(), newId });
    for (const backend of backends()) runtime.registerBackend(backend);
    try {
      return await use(runtime);
    } finally {
      // What could not be released is named where it happened; the run's own result must not be lost over it.
      await runtime.dispose().catch(() => {});
    }
  };
}
