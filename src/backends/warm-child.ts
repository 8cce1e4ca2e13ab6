import type { PiChild } from "./pi-child.ts";

/** Two minutes without a decision: an idle child costs memory, and a cold start costs a second. */
const idleMs = 120_000;
const graceMs = 2_000;

export interface WarmChild {
  /** Starts the empty child; a second call does nothing. */
  start(): void;
  /** Hands it over, once; undefined when there is none or it ended. */
  take(): PiChild | undefined;
}

/** At most one empty child, ended when nobody takes it in time. */
export function warmChild(startChild: () => PiChild, idleTimeMs = idleMs): WarmChild {
  let child: PiChild | undefined;
  let isUsed = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  return {
    start: () => {
      if (isUsed) return;
      isUsed = true;
      const started = startChild();
      child = started;
      timer = setTimeout(() => {
        child = undefined;
        void started.end(graceMs);
      }, idleTimeMs);
      timer.unref();
      void started.exited.then(() => {
        if (child === started) child = undefined;
      });
    },
    take: () => {
      isUsed = true;
      clearTimeout(timer);
      const taken = child;
      child = undefined;
      return taken;
    },
  };
}
