import { randomUUID } from "node:crypto";
import type { Diagnostic } from "../contract/diagnostic.ts";
import type { ForgeHostConnection } from "./port-discovery.ts";
import { readReply, readUnavailable } from "./port-envelope.ts";
import type { ForgeHostPortErrorCode } from "./port-error.ts";
import { type ForgeHostTransport, portChannels } from "./port-protocol.ts";

/** What came of one request. Without `code` the host itself refused; its `diagnostics` say why, when it sent any. */
export type PortResult<T = unknown> =
  | { readonly ok: true; readonly data: T }
  | {
      readonly ok: false;
      readonly error: string;
      readonly code?: ForgeHostPortErrorCode;
      readonly diagnostics?: readonly Diagnostic[];
    };

export function portFailure(code: ForgeHostPortErrorCode, text: string): PortResult<never> {
  return { ok: false, code, error: text };
}

/** Sends one request and waits for its reply; replies of another host, life or request are not ours. Never rejects. */
export function exchange(
  transport: ForgeHostTransport,
  connection: ForgeHostConnection,
  request: { readonly operation: string; readonly payload: unknown },
  timeoutMs: number,
): Promise<PortResult> {
  const requestId = randomUUID();
  const { hostId, generation } = connection;
  return new Promise((resolve) => {
    const unsubscribe = [
      transport.on(portChannels.reply, onReply),
      transport.on(portChannels.unavailable, onUnavailable),
    ];
    const timeout = setTimeout(() => {
      end(portFailure("timeout", `Host "${hostId}" did not answer ${request.operation} within ${timeoutMs} ms.`));
    }, timeoutMs);
    try {
      transport.emit(portChannels.request, { type: "request", requestId, hostId, generation, ...request });
    } catch {
      end(portFailure("protocol", `The bus refused to carry ${request.operation}.`));
    }

    function onReply(data: unknown): void {
      const reply = readReply(data);
      if (reply?.requestId !== requestId || reply.hostId !== hostId || reply.generation !== generation) return;
      if (reply.ok) end({ ok: true, data: reply.data });
      else end({ ok: false, error: reply.error ?? "The host gave no reason.", diagnostics: reply.diagnostics });
    }

    function onUnavailable(data: unknown): void {
      const gone = readUnavailable(data);
      if (gone?.hostId !== hostId || gone.generation !== generation) return;
      end(portFailure("unavailable", `Host "${hostId}" went away before it answered.`));
    }

    function end(result: PortResult): void {
      clearTimeout(timeout);
      for (const each of unsubscribe) each();
      resolve(result);
    }
  });
}
