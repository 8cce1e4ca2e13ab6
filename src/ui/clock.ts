/** Time as a parameter, so that a test can hold it. */
export interface UiClock {
  /** Milliseconds since 1970. */
  now(): number;
  /** Calls back regularly until the returned function is called. */
  every(milliseconds: number, tick: () => void): () => void;
}

export const systemClock: UiClock = {
  now: () => Date.now(),
  every(milliseconds, tick) {
    const timer = setInterval(tick, milliseconds);
    return () => clearInterval(timer);
  },
};
