import { type Diagnostic, error, hasErrors } from "../contract/diagnostic.ts";
import { failure, type Outcome, success } from "../contract/outcome.ts";
import type { ForgeHost } from "./forge-host.ts";
import { createForgeHostClient } from "./port-client.ts";
import { ForgeHostPortError, type ForgeHostPortErrorCode } from "./port-error.ts";
import type { PortResult } from "./port-exchange.ts";
import type { ForgeHostTransport, PortOperation } from "./port-protocol.ts";
import { listReply, prepareReply, resolveReply } from "./port-reply.ts";

export interface ConnectForgeHostOptions {
  readonly transport: ForgeHostTransport;
  /** For finding the host and for each request. */
  readonly timeoutMs?: number;
  readonly settleMs?: number;
  readonly clientId?: string;
}

export interface ConnectedForgeHost extends ForgeHost {
  disconnect(): void;
  onUnavailable(handler: () => void): () => void;
}

/** Finds the one host on the bus and speaks to it; what it says is checked before anybody sees it. */
export async function connectForgeHost(options: ConnectForgeHostOptions): Promise<Outcome<ConnectedForgeHost>> {
  const { timeoutMs = 2_000, ...rest } = options;
  const client = createForgeHostClient({ ...rest, requestTimeoutMs: timeoutMs });
  try {
    const connection = await client.discover();
    client.connect(connection);
    const ask = (operation: PortOperation, payload: unknown) => client.request(connection, operation, payload);
    return success(hostOver(connection.hostId, ask, client));
  } catch (cause) {
    if (cause instanceof ForgeHostPortError) return failure(error(diagnosticCode(cause.code), cause.message));
    throw cause;
  }
}

type Ask = (operation: PortOperation, payload: unknown) => Promise<PortResult>;

function hostOver(
  hostId: string,
  ask: Ask,
  { disconnect, onUnavailable }: Pick<ConnectedForgeHost, "disconnect" | "onUnavailable">,
): ConnectedForgeHost {
  return {
    hostId,
    disconnect,
    onUnavailable,
    async listProfiles() {
      return outcome(await ask("listProfiles", {}), listReply, ({ profiles }) => success(profiles));
    },
    async resolveProfile(profile) {
      const read = (data: unknown) => resolveReply({ profile }, data);
      return outcome(await ask("resolveProfile", { profile }), read, ({ snapshot }) => success(snapshot));
    },
    async prepare(request) {
      const read = (data: unknown) => prepareReply(request, data);
      return outcome(await ask("prepare", request), read, (reply) => success(reply, reply.diagnostics));
    },
  };
}

function outcome<T, V>(
  result: PortResult,
  read: (data: unknown) => PortResult<T>,
  then: (data: T) => Outcome<V>,
): Outcome<V> {
  const typed = result.ok ? read(result.data) : result;
  if (typed.ok) return then(typed.data);
  return failure(...reasons(typed));
}

// The host's own reasons say more than "it failed"; a host that sends none gets the one line it sent.
function reasons(result: Extract<PortResult, { ok: false }>): readonly Diagnostic[] {
  const { code, diagnostics = [], error: text } = result;
  if (code === undefined && hasErrors(diagnostics)) return diagnostics;
  return [error(code === undefined ? "host.failed" : diagnosticCode(code), text), ...diagnostics];
}

function diagnosticCode(code: ForgeHostPortErrorCode): string {
  return code === "invalid" ? "host.failed" : `host.${code}`;
}
