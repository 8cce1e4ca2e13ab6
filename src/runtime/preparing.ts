import type { Registration } from "./backend-registry.ts";

/** One preparation on its way: the asker's signal ends it, and so does whoever lets go of its backend. */
export interface Preparing {
  readonly signal: AbortSignal;
  /** Tells the backend to stop what it may still do. */
  stop(): void;
  /** It has come to its end, and nobody ends it any more. */
  over(): void;
}

export function preparing(registration: Registration, asker: AbortSignal | undefined): Preparing {
  const abort = new AbortController();
  const stop = (): void => abort.abort();
  if (asker?.aborted === true) stop();
  asker?.addEventListener("abort", stop);
  registration.preparing.add(abort);
  return {
    signal: abort.signal,
    stop,
    over() {
      asker?.removeEventListener("abort", stop);
      registration.preparing.delete(abort);
    },
  };
}
