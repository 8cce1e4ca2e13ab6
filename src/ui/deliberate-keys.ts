/*
 * When was a key pressed? A process reads late when it was busy drawing or starting another, and a held key repeats only after
 * half a second; both would look like one press after a pause. So:
 * 1. A key comes with a moment by which everything pressed until then had been read (`idleAt`), and the clock ticks only after reading.
 * 2. A key that approves is passed on when nothing followed it for a while; else it is the first of a burst. A key that repeats more
 *    slowly than that cannot be told from one that is pressed.
 */
import { afterReading, type UiClock } from "./clock.ts";
import type { Key, KeyName } from "./keys.ts";
import type { HostEvent } from "./view.ts";

/** Longer than from one repeat of a held key to the next (30 to 90 ms), shorter than what a person notices as waiting. */
const aloneMs = 120;
/** Pi and our reader keep an Escape that was read this long, because it may begin a sequence. */
const heldMs = 30;

const approving: ReadonlySet<KeyName> = new Set(["approve", "approve-and-grant", "approve-several"]);

export interface DeliberateKeys {
  /** Keys that arrived together. */
  push(keys: readonly Key[]): void;
  /** Something arrived that is no key yet. */
  follow(): void;
  /** To be called regularly. */
  beat(): void;
  stop(): void;
}

export function createDeliberateKeys(clock: UiClock, send: (event: HostEvent) => void): DeliberateKeys {
  let idleAt = Number.NEGATIVE_INFINITY;
  let alone: { readonly key: Key; readonly idleAt: number; cancel: () => void } | undefined;
  let stopped = false;
  const pass = (burst: boolean) => {
    if (!alone) return;
    const { key, idleAt, cancel } = alone;
    alone = undefined;
    cancel();
    send({ type: "key", key, at: clock.now(), idleAt, burst });
  };
  const waitAlone = (key: Key) => {
    const mine = { key, idleAt, cancel: () => {} };
    alone = mine;
    mine.cancel = afterReading(clock, aloneMs, () => {
      mine.cancel = afterReading(clock, heldMs, () => pass(false));
    });
  };
  return {
    push(keys) {
      const [key] = keys;
      if (stopped || !key) return;
      pass(true);
      const decides = key.kind === "named" && approving.has(key.name) && key.repeat !== true;
      if (keys.length === 1 && decides) waitAlone(key);
      else for (const each of keys) send({ type: "key", key: each, at: clock.now(), idleAt, burst: keys.length > 1 });
    },
    follow: () => pass(true),
    beat() {
      // Pressed by now is read by then; what is done with it may take long, and more may wait afterwards.
      const at = clock.now();
      clock.afterInput(() => {
        if (stopped) return;
        idleAt = at;
        send({ type: "tick", at });
      });
    },
    stop() {
      stopped = true;
      alone?.cancel();
      alone = undefined;
    },
  };
}
