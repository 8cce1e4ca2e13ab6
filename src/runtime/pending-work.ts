import type { Diagnostic } from "../contract/diagnostic.ts";
import type { Outcome } from "../contract/outcome.ts";

export interface PendingWork {
  /** Returns the work itself. */
  track<T>(work: Promise<T>): Promise<T>;
  /** Waits until nothing is pending, also what is added meanwhile; gives the cleanup faults that came up. */
  settled(): Promise<readonly Diagnostic[]>;
}

/** Everything under way that a disposal has to wait for. */
export function pendingWork(): PendingWork {
  const pending = new Set<Promise<unknown>>();
  return {
    track(work) {
      pending.add(work);
      const done = (): boolean => pending.delete(work);
      work.then(done, done);
      return work;
    },
    async settled() {
      const faults: Diagnostic[] = [];
      while (pending.size > 0) {
        for (const each of await Promise.allSettled(pending)) {
          if (each.status === "fulfilled") faults.push(...cleanupFaults(each.value));
        }
      }
      return faults;
    },
  };
}

function cleanupFaults(value: unknown): readonly Diagnostic[] {
  return isOutcome(value) ? value.diagnostics.filter((each) => each.code === "preparation.cleanup-error") : [];
}

function isOutcome(value: unknown): value is Outcome<unknown> {
  return typeof value === "object" && value !== null && "diagnostics" in value && Array.isArray(value.diagnostics);
}
