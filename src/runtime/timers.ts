/** One way to wait that a test can hold in its hand. */
export interface Timers {
  /** Calls `fire` once after `ms`; the returned function calls it off. */
  after(ms: number, fire: () => void): () => void;
}

// setTimeout fires at once for anything longer: a limit of a month would end a run in its first millisecond.
const longestTimeout = 2 ** 31 - 1;

export const systemTimers: Timers = {
  after(ms, fire) {
    let pending: ReturnType<typeof setTimeout>;
    const arm = (left: number): void => {
      pending = setTimeout(
        () => (left > longestTimeout ? arm(left - longestTimeout) : fire()),
        Math.min(left, longestTimeout),
      );
    };
    arm(ms);
    return () => clearTimeout(pending);
  },
};
