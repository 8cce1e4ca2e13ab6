import type { TrustStore } from "./config/trust-store.ts";

/**
 * The store, reading a project's files at most once in a turn of the event loop: preparing one run asks a dozen times, and
 * within a turn a second answer could only be less consistent than the first. Nothing is kept for the next turn, so what a
 * person decides on is always read again.
 */
export function trustOncePerTurn(store: TrustStore): TrustStore {
  const readings = new Map<string, ReturnType<TrustStore["projectTrust"]>>();

  async function changed<T>(change: () => Promise<T>): Promise<T> {
    readings.clear();
    try {
      return await change();
    } finally {
      readings.clear();
    }
  }

  return {
    ...store,
    projectTrust(cwd) {
      const known = readings.get(cwd);
      if (known) return known;
      const reading = store.projectTrust(cwd);
      if (readings.size === 0) setImmediate(() => readings.clear());
      readings.set(cwd, reading);
      return reading;
    },
    trust: (...given) => changed(() => store.trust(...given)),
    trustModules: (...given) => changed(() => store.trustModules(...given)),
    acceptEdit: (...given) => changed(() => store.acceptEdit(...given)),
  };
}
