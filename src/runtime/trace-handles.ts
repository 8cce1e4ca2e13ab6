import { error } from "../contract/diagnostic.ts";
import { failure, type Outcome, success } from "../contract/outcome.ts";
import type { Trace } from "../contract/product/artifact.ts";

export interface TraceHandles {
  /** Hides a backend's own trace id behind a handle that only this scope may use, and only for so long. */
  issue(trace: {
    readonly backendId: string;
    readonly traceId: string;
    readonly scope: string;
    readonly lifetimeMs: number;
  }): Trace;
  /** Which backend to ask, and under which id of its own. */
  open(handle: string, scope: string): Outcome<{ readonly backendId: string; readonly traceId: string }>;
  /** True when there was something to forget. */
  forget(handle: string): boolean;
}

interface Entry {
  readonly trace: Trace;
  readonly traceId: string;
  readonly expires: number;
}

export function traceHandles(options: { readonly clock: () => number; readonly newId: () => string }): TraceHandles {
  const entries = new Map<string, Entry>();
  const dropExpired = (): void => {
    for (const [handle, entry] of entries) if (entry.expires <= options.clock()) entries.delete(handle);
  };
  return {
    issue({ backendId, traceId, scope, lifetimeMs }) {
      dropExpired();
      const handle = `trace:${options.newId()}`;
      if (entries.has(handle)) throw new Error(`The id factory gave the trace handle "${handle}" twice.`);
      const expires = options.clock() + lifetimeMs;
      const expiresAt = new Date(expires).toISOString();
      const trace: Trace = { handle, backendId, authorizationScope: scope, expiresAt };
      entries.set(handle, { trace, traceId, expires });
      return { ...trace };
    },
    open(handle, scope) {
      const entry = entries.get(handle);
      if (entry === undefined) return failure(error("trace.unknown", `There is no trace "${handle}".`, "handle"));
      if (entry.trace.authorizationScope !== scope) {
        return failure(
          error("trace.scope", `The trace "${handle}" belongs to another scope than "${scope}".`, "scope"),
        );
      }
      if (entry.expires <= options.clock()) {
        entries.delete(handle);
        return failure(error("trace.expired", `The trace "${handle}" expired at ${entry.trace.expiresAt}.`, "handle"));
      }
      return success({ backendId: entry.trace.backendId, traceId: entry.traceId });
    },
    forget: (handle) => entries.delete(handle),
  };
}
