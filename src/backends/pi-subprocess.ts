import type { Backend } from "../runtime/backend.ts";
import { createPiBackend, type PiPreparation } from "./pi-backend.ts";
import { type PiBackendOptions, rpcVariant, subprocessVariant } from "./pi-options.ts";

/** Runs a sealed plan in a fresh `pi -p`. */
export function createPiSubprocessBackend(options: PiBackendOptions): Backend<PiPreparation> {
  return createPiBackend(subprocessVariant, options);
}

/** Runs a sealed plan in a fresh `pi --mode rpc`. */
export function createPiRpcBackend(options: PiBackendOptions): Backend<PiPreparation> {
  return createPiBackend(rpcVariant, options);
}
