import { setTimeout as pause } from "node:timers/promises";
import type { App } from "./app.ts";

/** A cancelled child gets two seconds to end by itself and two more after TERM; the rest is for a busy machine. */
const longestWaitMs = 10_000;

/** The same application; disposing it waits for what is under way, so that a session that ends leaves its records complete. */
export function endingInOrder(app: App): App {
  const underWay = new Set<Promise<unknown>>();
  return {
    ...app,
    delegate(...asked) {
      const recorded = app.delegate(...asked);
      const settled = recorded.then(
        () => {},
        () => {},
      );
      if (underWay.size === 0) process.on("SIGTERM", leaveTime);
      underWay.add(settled);
      void settled.then(() => {
        underWay.delete(settled);
        if (underWay.size === 0) process.off("SIGTERM", leaveTime);
      });
      return recorded;
    },
    async dispose() {
      const waited = new AbortController();
      const enough = pause(longestWaitMs, undefined, { signal: waited.signal }).catch(() => {});
      await Promise.race([Promise.all(underWay), enough]);
      waited.abort();
      await app.dispose();
    },
  };
}

/**
 * Pi takes its own listener away as soon as TERM arrives, and a package that only watches for the end of a process then ends it at
 * once, before any session is shut down: one listener more keeps it from that.
 */
function leaveTime(): void {
  setTimeout(() => process.exit(143), longestWaitMs + 2_000).unref();
}
