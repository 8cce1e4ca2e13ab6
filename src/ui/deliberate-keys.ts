/*
 * When was a key pressed? A process reads late when it was busy drawing or starting another, and a held key repeats only after
 * half a second; both would look like one press after a pause. So:
 * 1. A key comes with the last moment at which nothing waited to be read (`idleAt`), and the clock ticks only after reading.
 * 2. A key that approves is passed on when nothing followed it for 120 ms; else it is the first of a burst.
 */
import type { UiClock } from "./clock.ts";
import type { Key, KeyName } from "./keys.ts";
import type { HostEvent } from "./view.ts";

/** Longer than from one repeat of a held key to the next (30 to 90 ms), shorter than what a person notices as waiting. */
const aloneMs = 120;

const approving: ReadonlySet<KeyName> = new Set(["approve", "approve-and-grant", "approve-several"]);

export interface DeliberateKeys {
  /** Keys that arrived together. */
  push(keys: readonly Key[]): void;
  /** To be called regularly. */
  beat(): void;
  stop(): void;
}

export function createDeliberateKeys(clock: UiClock, send: (event: HostEvent) => void): DeliberateKeys {
  let idleAt = clock.now();
  let alone: { readonly key: Key; readonly idleAt: number; readonly cancel: () => void } | undefined;
  let stopped = false;
  const pass = (burst: boolean) => {
    if (!alone) return;
    const { key, idleAt, cancel } = alone;
    alone = undefined;
    cancel();
    send({ type: "key", key, at: clock.now(), idleAt, burst });
  };
  return {
    push(keys) {
      pass(true);
      const [key] = keys;
      if (keys.length === 1 && key?.kind === "named" && approving.has(key.name) && key.repeat !== true) {
        const cancel = clock.after(aloneMs, () => clock.afterInput(() => pass(false)));
        alone = { key, idleAt, cancel };
        return;
      }
      for (const each of keys) send({ type: "key", key: each, at: clock.now(), idleAt, burst: keys.length > 1 });
    },
    beat() {
      clock.afterInput(() => {
        if (stopped) return;
        idleAt = clock.now();
        send({ type: "tick", at: idleAt });
      });
    },
    stop() {
      stopped = true;
      alone?.cancel();
      alone = undefined;
    },
  };
}
