import type { Place } from "./panel-model.ts";

/** How many wait and how many were decided since somebody began to wait, for whoever shows it. */
export function queueCount() {
  let waiting = 0;
  let decided = 0;
  const listeners = new Set<() => void>();
  const changed = () => {
    for (const listener of listeners) listener();
  };
  return {
    waiting: () => waiting,
    place: (): Place => ({ n: decided + 1, of: decided + waiting }),
    onPlace(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    entered(): void {
      waiting += 1;
      changed();
    },
    /** Whoever will be asked again leaves undecided. */
    left(isDecided: boolean): void {
      waiting -= 1;
      if (isDecided) decided += 1;
      if (waiting === 0) decided = 0;
      changed();
    },
  };
}
