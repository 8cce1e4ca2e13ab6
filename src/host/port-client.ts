import { randomUUID } from "node:crypto";
import { portBounds } from "./port-bounds.ts";
import { discoverHost, type ForgeHostConnection } from "./port-discovery.ts";
import { readUnavailable } from "./port-envelope.ts";
import { ForgeHostPortError } from "./port-error.ts";
import { exchange, type PortResult, portFailure } from "./port-exchange.ts";
import { jsonProblem } from "./port-json.ts";
import { type ForgeHostTransport, isPortOperation, portChannels } from "./port-protocol.ts";
import { readReplyData } from "./port-reply.ts";

export interface ForgeHostClientOptions {
  readonly transport: ForgeHostTransport;
  readonly requestTimeoutMs?: number;
  readonly settleMs?: number;
  readonly clientId?: string;
}

export interface ForgeHostClient {
  /** Finds the one host on the bus; rejects with a ForgeHostPortError. */
  discover(options?: { readonly timeoutMs?: number }): Promise<ForgeHostConnection>;
  /** Throws a ForgeHostPortError `duplicate` while another host is connected. */
  connect(connection: ForgeHostConnection): void;
  /** Needs the very object that was connected. Never rejects; what comes back is checked deeply. */
  request(connection: ForgeHostConnection, operation: string, payload: unknown): Promise<PortResult>;
  /** Called once each time that the connected host goes away. */
  onUnavailable(handler: () => void): () => void;
  disconnect(): void;
}

export function createForgeHostClient(options: ForgeHostClientOptions): ForgeHostClient {
  const { transport, requestTimeoutMs = 2_000, settleMs = 25, clientId = `forge-client-${randomUUID()}` } = options;
  const handlers = new Set<() => void>();
  let active: ForgeHostConnection | undefined;
  let unsubscribe: (() => void) | undefined;

  function onUnavailable(data: unknown): void {
    const gone = readUnavailable(data);
    if (!active || gone?.hostId !== active.hostId || gone.generation !== active.generation) return;
    active = undefined;
    for (const handler of [...handlers]) {
      try {
        handler();
      } catch {
        // One listener's failure must not keep the others from hearing that the host is gone.
      }
    }
  }

  return {
    discover: ({ timeoutMs = requestTimeoutMs } = {}) => discoverHost({ transport, clientId, timeoutMs, settleMs }),
    connect(connection) {
      if (active && active.hostId !== connection.hostId) {
        throw new ForgeHostPortError("duplicate", `Already connected to host "${active.hostId}"; disconnect first.`);
      }
      active = connection;
      unsubscribe ??= transport.on(portChannels.unavailable, onUnavailable);
    },
    async request(connection, operation, payload) {
      if (connection !== active) return portFailure("unavailable", "This connection is not the active one.");
      if (!isPortOperation(operation))
        return portFailure("invalid", `"${operation.slice(0, 64)}" is no operation of the port.`);
      const problem = payload === undefined ? undefined : jsonProblem(payload, portBounds.requestChars);
      if (problem !== undefined) return portFailure("invalid", `The payload is refused: ${problem}.`);
      const result = await exchange(transport, connection, { operation, payload }, requestTimeoutMs);
      return result.ok ? readReplyData(operation, payload, result.data) : result;
    },
    onUnavailable(handler) {
      handlers.add(handler);
      return () => handlers.delete(handler);
    },
    disconnect() {
      active = undefined;
      unsubscribe?.();
      unsubscribe = undefined;
      handlers.clear();
    },
  };
}
