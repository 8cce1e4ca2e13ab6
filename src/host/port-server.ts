import { randomUUID } from "node:crypto";
import { type Diagnostic, error } from "../contract/diagnostic.ts";
import { failure, type Outcome } from "../contract/outcome.ts";
import { plainCopy } from "../contract/plain-copy.ts";
import type { PrepareReply, PrepareRequest, ProfileSummary } from "../contract/product/host-port.ts";
import type { AgentProfileSnapshot } from "../contract/product/profile-snapshot.ts";
import { portBounds } from "./port-bounds.ts";
import { readDiscover, readRequest } from "./port-envelope.ts";
import { isPortJson } from "./port-json.ts";
import {
  FORGE_HOST_PORT_VERSION,
  type ForgeHostTransport,
  isPortOperation,
  portChannels,
  portOperations,
} from "./port-protocol.ts";
import { readListRequest, readPrepareRequest, readResolveRequest } from "./port-request.ts";

/** What a host answers with. The port is synchronous: a promise is no answer. */
export interface PortHandlers {
  listProfiles(): Outcome<readonly ProfileSummary[]>;
  resolveProfile(selector: string): Outcome<AgentProfileSnapshot>;
  prepare(request: PrepareRequest): Outcome<PrepareReply>;
}

export interface PortServer {
  readonly hostId: string;
  /** Starts at 1 and grows with each stop, so that requests to an earlier life are not answered. */
  readonly generation: number;
  readonly running: boolean;
  start(): void;
  /** Says again that this host is there. */
  announce(): void;
  stop(): void;
}

export interface PortServerOptions {
  readonly transport: ForgeHostTransport;
  readonly hostId?: string;
  readonly handlers: PortHandlers;
}

export function createPortServer({
  transport,
  handlers,
  hostId = `forge-host-${randomUUID()}`,
}: PortServerOptions): PortServer {
  let generation = 1;
  let unsubscribe: (() => void)[] = [];
  const versions = {
    protocolVersion: FORGE_HOST_PORT_VERSION,
    minVersion: FORGE_HOST_PORT_VERSION,
    maxVersion: FORGE_HOST_PORT_VERSION,
  };

  function announce(): void {
    const capabilities = [...portOperations];
    transport.emit(portChannels.available, { type: "available", hostId, ...versions, capabilities, generation });
  }

  function onDiscover(data: unknown): void {
    const wanted = readDiscover(data);
    if (wanted?.protocolVersion !== FORGE_HOST_PORT_VERSION) return;
    if (versions.maxVersion >= wanted.minVersion && wanted.maxVersion >= versions.minVersion) announce();
  }

  function onRequest(data: unknown): void {
    const request = readRequest(data);
    if (request?.hostId !== hostId || request.generation !== generation) return;
    const answer = answerTo(request.operation, request.payload, handlers);
    const { requestId } = request;
    transport.emit(portChannels.reply, { ...answer, type: "reply", requestId, hostId, generation });
  }

  return {
    hostId,
    get generation() {
      return generation;
    },
    get running() {
      return unsubscribe.length > 0;
    },
    start() {
      if (unsubscribe.length > 0) return;
      unsubscribe = [transport.on(portChannels.discover, onDiscover), transport.on(portChannels.request, onRequest)];
      announce();
    },
    announce,
    stop() {
      if (unsubscribe.length === 0) return;
      for (const each of unsubscribe) each();
      unsubscribe = [];
      const stopped = generation;
      generation++;
      transport.emit(portChannels.unavailable, { type: "unavailable", hostId, generation: stopped });
    },
  };
}

type Answer =
  | { readonly ok: true; readonly data: unknown }
  | { readonly ok: false; readonly error: string; readonly diagnostics: readonly Diagnostic[] };

function answerTo(operation: string, payload: unknown, handlers: PortHandlers): Answer {
  if (!isPortOperation(operation)) return refusal([error("request.operation", `"${operation}" is no operation.`)]);
  try {
    const outcome = run(operation, payload, handlers);
    if (!outcome.ok) return refusal(outcome.diagnostics);
    // A copy: a caller in the same process must not be able to change what the host keeps. Long texts and frozen copies are shared.
    return isPortJson(outcome.value, portBounds.replyChars)
      ? { ok: true, data: plainCopy(outcome.value) }
      : refusal([error("host.malformed-result", `The host's answer to ${operation} is too large or no JSON.`)]);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : "it threw no error";
    return refusal([error("host.failed", `The host failed at ${operation}: ${reason}`)]);
  }
}

function run(operation: (typeof portOperations)[number], payload: unknown, handlers: PortHandlers): Outcome<unknown> {
  switch (operation) {
    case "listProfiles": {
      const request = readListRequest(payload);
      return request.ok ? named("profiles", handlers.listProfiles()) : request;
    }
    case "resolveProfile": {
      const request = readResolveRequest(payload);
      return request.ok ? named("snapshot", handlers.resolveProfile(request.value.profile)) : request;
    }
    case "prepare": {
      const request = readPrepareRequest(payload);
      // A handler is anybody's: it may change what it is given, and parts of that may be the caller's own.
      return request.ok ? checked(handlers.prepare(structuredClone(request.value))) : request;
    }
  }
}

function named(name: string, outcome: Outcome<unknown>): Outcome<unknown> {
  const read = checked(outcome);
  return read.ok ? { ...read, value: { [name]: read.value } } : read;
}

// Handlers may be written by others: a promise or anything else that is no outcome becomes a failed reply.
function checked(outcome: Outcome<unknown>): Outcome<unknown> {
  const isOutcome = typeof outcome === "object" && outcome !== null && typeof outcome.ok === "boolean";
  return isOutcome ? outcome : failure(error("host.malformed-result", "The host's answer is malformed."));
}

function refusal(diagnostics: readonly Diagnostic[]): Answer {
  const first = diagnostics.find((each) => each.level === "error") ?? diagnostics[0];
  const line = first?.message.slice(0, portBounds.errorChars) || "The host gave no reason.";
  return { ok: false, error: line, diagnostics: structuredClone(diagnostics.slice(0, portBounds.diagnostics)) };
}
