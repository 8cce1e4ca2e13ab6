import type { ForgeHostTransport } from "../../src/host/port-protocol.ts";

export interface Bus extends ForgeHostTransport {
  /** Everything that was emitted, in order. */
  readonly log: { readonly channel: string; readonly data: unknown }[];
  /** How many handlers are subscribed, on all channels. */
  readonly listeners: number;
}

/** A synchronous bus like Pi's `events`. */
export function aBus(): Bus {
  const handlers = new Map<string, Set<(data: unknown) => void>>();
  const log: { channel: string; data: unknown }[] = [];
  return {
    log,
    get listeners() {
      return [...handlers.values()].reduce((sum, each) => sum + each.size, 0);
    },
    emit(channel, data) {
      log.push({ channel, data });
      for (const handler of [...(handlers.get(channel) ?? [])]) handler(data);
    },
    on(channel, handler) {
      const set = handlers.get(channel) ?? new Set();
      handlers.set(channel, set.add(handler));
      return () => set.delete(handler);
    },
  };
}
