import { readdirSync, readFileSync } from "node:fs";
import { forgeHostPortPrefix } from "../../src/host/port-protocol.ts";

/** One line of a recorded trace: a message on the bus, or what a peer noted down. */
export interface TraceRecord {
  readonly seq: number;
  readonly channel?: string;
  readonly data?: Readonly<Record<string, unknown>>;
  readonly note?: string;
  readonly value?: unknown;
}

const directory = new URL("../golden/wire/", import.meta.url);

export const traceNames: readonly string[] = readdirSync(directory).filter((name) => name.endsWith(".jsonl"));

export function readTrace(name: string): TraceRecord[] {
  const lines = readFileSync(new URL(name, directory), "utf8").split("\n");
  return lines.filter((line) => line !== "").map((line): TraceRecord => JSON.parse(line));
}

export function channelOf({ channel }: TraceRecord): string | undefined {
  return channel?.slice(forgeHostPortPrefix.length);
}

export function isFromClient(record: TraceRecord): boolean {
  return ["discover", "request"].includes(channelOf(record) ?? "");
}
