import { setTimeout as pause } from "node:timers/promises";
import type { App } from "./app.ts";

/** A cancelled child gets two seconds to end by itself and two more after TERM. */
const longestWaitMs = 5_000;

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
      underWay.add(settled);
      void settled.then(() => underWay.delete(settled));
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
