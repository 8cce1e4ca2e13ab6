import type { SealedRun } from "./prepared-run.ts";
import { type RunTools, startRun } from "./run.ts";
import type { RunHandle } from "./runtime-port.ts";

export interface OpenRuns {
  /** Takes the sealed run from those that are prepared; it is open until it has settled. */
  start(sealed: SealedRun, runId: string): RunHandle;
  /** Ends all of them; gives what their backends could not release. */
  cancelAll(reason: string): Promise<readonly string[]>;
}

/** The runs of one runtime that have not settled. */
export function openRuns(tools: Omit<RunTools, "released">): OpenRuns {
  const runs = new Set<RunHandle>();
  return {
    start(sealed, runId) {
      const { registration, plan, prepared } = sealed;
      sealed.state = "executing";
      registration.prepared.delete(sealed);
      registration.running += 1;
      const released = (): void => {
        registration.running -= 1;
        runs.delete(run);
      };
      const input = { runId, plan, backend: registration.backend, preparation: prepared.preparation };
      const run = startRun(input, { ...tools, released });
      runs.add(run);
      return run;
    },
    async cancelAll(reason) {
      const faults = await Promise.all([...runs].map((run) => faultOfCancelling(run, reason)));
      return faults.flat();
    },
  };
}

async function faultOfCancelling(run: RunHandle, reason: string): Promise<readonly string[]> {
  await run.cancel(reason);
  const { error } = await run.result;
  return error?.code === "execution.cleanup-error" ? [error.message] : [];
}
