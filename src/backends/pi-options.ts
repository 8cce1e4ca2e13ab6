import type { ModelFactsPort } from "./model-facts.ts";
import type { PiInstallation } from "./pi-installation.ts";

export interface PiBackendOptions {
  readonly installation: PiInstallation;
  readonly models: ModelFactsPort;
  /** Canonical absolute path that the read tools are bound to. */
  readonly root: string;
  readonly agentDir: string;
  /** What the child's own variables are picked from, by exact name. */
  readonly environment: NodeJS.ProcessEnv;
  readonly guard: { readonly denied: readonly string[]; readonly allowed: readonly string[] };
  /** Start the empty child while a person decides. */
  readonly warmStart: boolean;
  /** A run without any event for this long is ended. */
  readonly idleTimeoutMs: number;
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
  readonly newId: () => string;
}

/** What tells the two backends apart: how Pi is driven, and what their reports are called. */
export interface PiVariant {
  readonly backendId: string;
  readonly mode: "text" | "rpc";
  /** Of codes in preflight diagnostics and of this backend's own run errors. */
  readonly prefix: "pi-subprocess" | "pi-rpc";
  /** Of run errors that existing clients know. */
  readonly errorCode: "subprocess" | "pi-rpc";
}

export const subprocessVariant: PiVariant = {
  backendId: "pi-subprocess-readonly",
  mode: "text",
  prefix: "pi-subprocess",
  errorCode: "subprocess",
};

export const rpcVariant: PiVariant = {
  backendId: "pi-rpc-readonly",
  mode: "rpc",
  prefix: "pi-rpc",
  errorCode: "pi-rpc",
};
