/** The version that this host and this client speak; discovery compares it. */
export const FORGE_HOST_PORT_VERSION = 1;

export const forgeHostPortPrefix = "@zihanw/pi-forge/host/v1/";

export const portChannels = {
  discover: `${forgeHostPortPrefix}discover`,
  available: `${forgeHostPortPrefix}available`,
  request: `${forgeHostPortPrefix}request`,
  reply: `${forgeHostPortPrefix}reply`,
  unavailable: `${forgeHostPortPrefix}unavailable`,
} as const;

export const portOperations = ["listProfiles", "resolveProfile", "prepare"] as const;
export type PortOperation = (typeof portOperations)[number];

export function isPortOperation(value: unknown): value is PortOperation {
  return portOperations.some((each) => each === value);
}

/** In Pi: `pi.events`. Synchronous and in one process; it is no security boundary, since every extension can emit on it. */
export interface ForgeHostTransport {
  emit(channel: string, data: unknown): void;
  on(channel: string, handler: (data: unknown) => void): () => void;
}
