/** Time as a parameter, so that a test can hold it. */
export interface UiClock {
  /** Milliseconds since 1970. */
  now(): number;
  /** Calls back regularly until the returned function is called. */
  every(milliseconds: number, tick: () => void): () => void;
  /** Calls back once, unless the returned function is called before. */
  after(milliseconds: number, callback: () => void): () => void;
  /** Calls back once what waits to be read by now has been read and dealt with; by then more may wait. */
  afterInput(callback: () => void): void;
}

/** Calls back once this long has passed and what arrived by then has been read and dealt with, unless the returned function is called before. */
export function afterReading(
  clock: Pick<UiClock, "after" | "afterInput">,
  milliseconds: number,
  callback: () => void,
): () => void {
  let isWanted = true;
  const stop = clock.after(milliseconds, () => clock.afterInput(() => void (isWanted && callback())));
  return () => {
    isWanted = false;
    stop();
  };
}

export const systemClock: UiClock = {
  now: () => Date.now(),
  every(milliseconds, tick) {
    const timer = setInterval(tick, milliseconds);
    return () => clearInterval(timer);
  },
  after(milliseconds, callback) {
    const timer = setTimeout(callback, milliseconds);
    return () => clearTimeout(timer);
  },
  // The event loop runs timers, then reads, then runs immediates.
  afterInput: (callback) => void setImmediate(callback),
};
