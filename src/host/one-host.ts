import { randomUUID } from "node:crypto";
import { type Diagnostic, error } from "../contract/diagnostic.ts";
import { failure, type Outcome, success } from "../contract/outcome.ts";
import type { ForgeHost } from "./forge-host.ts";
import { readCompatible } from "./port-discovery.ts";
import { readUnavailable } from "./port-envelope.ts";
import { type ConnectedForgeHost, connectForgeHost } from "./port-host.ts";
import { FORGE_HOST_PORT_VERSION, type ForgeHostTransport, portChannels } from "./port-protocol.ts";

/** The host we would offer. Loading it may take time; a load that fails is told to the run that needed a host. */
export interface OwnHost {
  readonly hostId: string;
  load(): void | Promise<void>;
  /** At once, so that nobody can come in between. */
  start(): void;
  /** Says again that it is there. */
  announce(): void;
  stop(): void;
}

/** Timers that hold no process open. */
export interface Timers {
  /** Calls back once after `ms`; returns how to keep it from doing so. */
  after(ms: number, run: () => void): () => void;
}

export interface OneHostOptions {
  readonly transport: ForgeHostTransport;
  readonly ownHost: OwnHost;
  readonly timers?: Timers;
  /** How long another host has to answer before ours starts. */
  readonly quietMs?: number;
  /** How long a run waits for a host. */
  readonly waitMs?: number;
}

export interface OneHost {
  /** The host on the bus, ours or a foreign one, waited for if need be. */
  host(): Promise<Outcome<ForgeHost>>;
  /** True while ours is the one. */
  readonly own: boolean;
  stop(): void;
}

/** Hosts of this package step back before one another by id; before any other host they always do. */
export const ownHostPrefix = "forge-agent-host-";

const realTimers: Timers = {
  after(ms, run) {
    const timer = setTimeout(run, ms);
    timer.unref();
    return () => clearTimeout(timer);
  },
};

/** Sees to it that the bus has one host: looks for another one first, offers ours when none is there, steps back when one comes. */
export function keepOneHost(options: OneHostOptions): OneHost {
  const { transport, ownHost, timers = realTimers, quietMs = 300, waitMs = 2_000 } = options;
  const foreign = new Map<string, number>();
  let state: "idle" | "loading" | "running" | "stopped" = "idle";
  let loadProblem: Diagnostic | undefined;
  let cancelStart: (() => void) | undefined;
  let connected: ConnectedForgeHost | undefined;

  const unsubscribe = [
    transport.on(portChannels.available, onAvailable),
    transport.on(portChannels.unavailable, onUnavailable),
  ];
  look();

  function look(): void {
    cancelStart?.();
    cancelStart = timers.after(quietMs, () => void offerOurs());
    const version = FORGE_HOST_PORT_VERSION;
    const wanted = { protocolVersion: version, minVersion: version, maxVersion: version };
    transport.emit(portChannels.discover, { type: "discover", ...wanted, clientId: `forge-client-${randomUUID()}` });
  }

  async function offerOurs(): Promise<void> {
    if (state !== "idle" || foreign.size > 0) return;
    state = "loading";
    loadProblem = await loadProblemOf(ownHost);
    // Stopped, or a foreign host came, while ours was loading.
    if (state !== "loading") return;
    state = loadProblem ? "idle" : "running";
    if (state === "running") ownHost.start();
  }

  function onAvailable(data: unknown): void {
    const other = readCompatible(data);
    if (!other || other.hostId === ownHost.hostId) return;
    const isOurKind = other.hostId.startsWith(ownHostPrefix) && ownHost.hostId.startsWith(ownHostPrefix);
    if (isOurKind && state === "running" && ownHost.hostId < other.hostId) {
      // It hears us and steps back.
      ownHost.announce();
      return;
    }
    foreign.set(other.hostId, other.generation);
    stepBack();
  }

  function stepBack(): void {
    cancelStart?.();
    const wasRunning = state === "running";
    if (state !== "stopped") state = "idle";
    if (wasRunning) ownHost.stop();
  }

  function onUnavailable(data: unknown): void {
    const gone = readUnavailable(data);
    if (!gone || foreign.get(gone.hostId) !== gone.generation) return;
    foreign.delete(gone.hostId);
    if (foreign.size === 0 && state === "idle") look();
  }

  async function host(): Promise<Outcome<ForgeHost>> {
    if (state === "stopped") return failure(error("host.unavailable", "This session has ended, and its host with it."));
    if (connected && foreign.size < 2) return success(connected);
    if (loadProblem) await offerOurs();
    const found = await connectForgeHost({ transport, timeoutMs: waitMs });
    if (!found.ok) return failure(...(loadProblem ? [loadProblem] : []), ...found.diagnostics);
    keep(found.value);
    return found;
  }

  function keep(host: ConnectedForgeHost): void {
    connected?.disconnect();
    connected = host;
    host.onUnavailable(() => {
      host.disconnect();
      if (connected === host) connected = undefined;
    });
  }

  return {
    host,
    get own() {
      return state === "running";
    },
    stop() {
      if (state === "stopped") return;
      stepBack();
      state = "stopped";
      for (const each of unsubscribe) each();
      connected?.disconnect();
      connected = undefined;
    },
  };
}

async function loadProblemOf(ownHost: OwnHost): Promise<Diagnostic | undefined> {
  try {
    await ownHost.load();
    return undefined;
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : "it threw no error";
    return error("host.failed", `The host of this session could not be loaded: ${reason}`);
  }
}
