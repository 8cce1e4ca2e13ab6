import type { Timers } from "./timers.ts";

export type Bounded<T> =
  | { readonly kind: "done"; readonly value: T }
  | { readonly kind: "failed"; readonly cause: unknown }
  | { readonly kind: "late" }
  | { readonly kind: "aborted" };

export interface Bound {
  readonly ms: number;
  readonly timers: Timers;
  readonly signal?: AbortSignal;
}

/** Waits for outside work no longer than the bound. Never rejects; the work itself goes on unless it heeds its own signal. */
export function bounded<T>(work: () => PromiseLike<T>, bound: Bound): Promise<Bounded<T>> {
  if (bound.signal?.aborted === true) return Promise.resolve({ kind: "aborted" });
  return new Promise((resolve) => {
    const settle = (ending: Bounded<T>): void => {
      callOff();
      bound.signal?.removeEventListener("abort", onAbort);
      resolve(ending);
    };
    const onAbort = (): void => settle({ kind: "aborted" });
    const callOff = bound.timers.after(bound.ms, () => settle({ kind: "late" }));
    bound.signal?.addEventListener("abort", onAbort);
    started(work).then(
      (value) => settle({ kind: "done", value }),
      (cause: unknown) => settle({ kind: "failed", cause }),
    );
  });
}

/** Starts the work now; a synchronous throw becomes a rejection. */
export function started<T>(work: () => PromiseLike<T>): Promise<T> {
  return new Promise((resolve) => resolve(work()));
}

const longestReason = 2_000;

/** What an outside error says, in one bounded string. It may come from a child and is not to be trusted. */
export function causeText(cause: unknown): string {
  try {
    const text = cause instanceof Error ? cause.message : String(cause);
    return text.trim() === "" ? "no reason was given" : text.slice(0, longestReason);
  } catch {
    // An error object may throw from its own accessors.
    return "the reason could not be read";
  }
}
