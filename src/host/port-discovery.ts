import { readAvailable, readUnavailable } from "./port-envelope.ts";
import { ForgeHostPortError } from "./port-error.ts";
import { FORGE_HOST_PORT_VERSION, type ForgeHostTransport, portChannels } from "./port-protocol.ts";

/** One life of one host. A request needs the very object that was connected. */
export interface ForgeHostConnection {
  readonly hostId: string;
  readonly protocolVersion: number;
  readonly capabilities: readonly string[];
  readonly generation: number;
}

interface DiscoveryOptions {
  readonly transport: ForgeHostTransport;
  readonly clientId: string;
  readonly timeoutMs: number;
  /** How long after the first answer another host may still show up. */
  readonly settleMs: number;
}

/** Finds the one host on the bus; rejects with a ForgeHostPortError. */
export function discoverHost({
  transport,
  clientId,
  timeoutMs,
  settleMs,
}: DiscoveryOptions): Promise<ForgeHostConnection> {
  return new Promise((resolve, reject) => {
    let found: ForgeHostConnection | undefined;
    let settling: NodeJS.Timeout | undefined;
    const unsubscribe = [
      transport.on(portChannels.available, onAvailable),
      transport.on(portChannels.unavailable, onUnavailable),
    ];
    const timeout = setTimeout(() => end(noHost(timeoutMs)), timeoutMs);
    const version = FORGE_HOST_PORT_VERSION;
    const wanted = { protocolVersion: version, minVersion: version, maxVersion: version };
    try {
      transport.emit(portChannels.discover, { type: "discover", ...wanted, clientId });
    } catch (cause) {
      end(new ForgeHostPortError("protocol", "The bus refused to carry the search for a host.", { cause }));
    }

    function onAvailable(data: unknown): void {
      const host = readCompatible(data);
      if (!host) return;
      if (found && found.hostId !== host.hostId) {
        end(new ForgeHostPortError("duplicate", `Two hosts answer: "${found.hostId}" and "${host.hostId}".`));
        return;
      }
      found = host;
      // One that answered in time is found, however late the other timer is looked at.
      clearTimeout(timeout);
      settling ??= setTimeout(() => end(), settleMs);
    }

    function onUnavailable(data: unknown): void {
      const gone = readUnavailable(data);
      if (!found || gone?.hostId !== found.hostId || gone.generation !== found.generation) return;
      end(new ForgeHostPortError("unavailable", `Host "${found.hostId}" went away while it was being found.`));
    }

    function end(problem?: ForgeHostPortError): void {
      clearTimeout(timeout);
      clearTimeout(settling);
      for (const each of unsubscribe) each();
      if (problem) reject(problem);
      else if (found) resolve(found);
    }
  });
}

/** An announcement of a host that speaks our version; others are invisible. */
export function readCompatible(data: unknown): ForgeHostConnection | undefined {
  const message = readAvailable(data);
  if (message?.protocolVersion !== FORGE_HOST_PORT_VERSION) return undefined;
  const { hostId, protocolVersion, minVersion, maxVersion, capabilities, generation } = message;
  if (minVersion > FORGE_HOST_PORT_VERSION || maxVersion < FORGE_HOST_PORT_VERSION) return undefined;
  return { hostId, protocolVersion, capabilities, generation };
}

function noHost(timeoutMs: number): ForgeHostPortError {
  return new ForgeHostPortError("timeout", `No host answered within ${timeoutMs} ms.`);
}
