import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createForgeHost, type RunningForgeHost } from "../../src/host/create-forge-host.ts";
import { createForgeHostClient } from "../../src/host/port-client.ts";
import type { ForgeHostConnection } from "../../src/host/port-discovery.ts";
import { portChannels } from "../../src/host/port-protocol.ts";
import { aBus, type Bus } from "../support/bus.ts";
import { channelOf, isFromClient, readTrace, type TraceRecord, traceNames } from "../support/wire-traces.ts";

let cwd = "";
const fixtures = fileURLToPath(new URL("../fixtures/wire/", import.meta.url));

beforeAll(() => {
  cwd = mkdtempSync(join(tmpdir(), "forge-wire-"));
  cpSync(join(fixtures, "project-dot-pi"), join(cwd, ".pi"), { recursive: true });
});
afterAll(() => rmSync(cwd, { recursive: true, force: true }));

describe("our host answers what existing clients send", () => {
  test.each(traceNames)("%s", (name) => {
    const bus = aBus();
    const hosts = new Map<string, RunningForgeHost>();
    let answered = 0;
    for (const record of readTrace(name)) {
      if (!record.channel) continue;
      if (isFromClient(record)) {
        expect(bus.log.length).toBe(answered);
        bus.emit(record.channel, record.data);
        answered++;
        continue;
      }
      if (bus.log.length === answered) lifecycle(bus, hosts, record);
      const sent = bus.log[answered++];
      expect({ channel: sent?.channel, data: comparable(sent?.data) }).toEqual({
        channel: record.channel,
        data: comparable(record.data),
      });
    }
    expect(bus.log.length).toBe(answered);
  });
});

/** What a host says by itself: it starts, or it stops. */
function lifecycle(bus: Bus, hosts: Map<string, RunningForgeHost>, record: TraceRecord): void {
  const hostId = String(record.data?.hostId);
  const host = hosts.get(hostId) ?? aHost(bus, hostId);
  hosts.set(hostId, host);
  if (channelOf(record) === "available") host.start();
  else host.stop();
}

function aHost(transport: Bus, hostId: string): RunningForgeHost {
  const globalDir = join(fixtures, "global-forge");
  return createForgeHost({ cwd, transport, trusted: true, globalDir, hostId, builtIns: false, home: cwd, env: {} });
}

/** Without what is ours to choose: texts of diagnostics and errors, our reasons, times, and the wording of slots. */
function comparable(data: unknown): unknown {
  const text = JSON.stringify(data, (key, value: unknown) => {
    if (key === "message" || key === "error") return "(text)";
    if (key === "preparedAt") return "(time)";
    if (key === "systemPrompt") return String(value).replaceAll(cwd, "/project").replace(slots, "($1)");
    return value;
  });
  const { diagnostics: _, ...rest } = JSON.parse(text);
  return rest;
}

const slots = /<(?:available_|tool_)?(tools|guidelines)>[\s\S]*?<\/(?:available_|tool_)?\1>/g;

describe("our client understands what existing hosts send", () => {
  test.each(traceNames)("%s", async (name) => {
    await new ClientReplay(name).run();
  });
});

class ClientReplay {
  readonly bus = aBus();
  readonly client = createForgeHostClient({
    transport: this.bus,
    requestTimeoutMs: 40,
    settleMs: 5,
    clientId: "client-1",
  });
  readonly records: TraceRecord[];
  connection: ForgeHostConnection | undefined;
  lost = 0;

  constructor(name: string) {
    this.records = readTrace(name);
    this.client.onUnavailable(() => {
      this.lost++;
    });
  }

  async run(): Promise<void> {
    for (let next = this.records.shift(); next; next = this.records.shift()) await this.step(next);
    this.client.disconnect();
    expect(this.bus.listeners).toBe(0);
  }

  async step(record: TraceRecord): Promise<void> {
    if (channelOf(record) === "discover") await this.discover();
    else if (channelOf(record) === "request") await this.request(record);
    else if (record.channel) this.bus.emit(record.channel, record.data);
    else await this.checkNote(record);
  }

  /** The host messages that followed in the trace, sent as soon as our client speaks. */
  answering(channel: string, patch: (sent: unknown) => object): () => void {
    const answers: TraceRecord[] = [];
    while (this.records[0]?.channel && !isFromClient(this.records[0])) answers.push(...this.records.splice(0, 1));
    return this.bus.on(channel, (sent) => {
      for (const { channel: on = "", data } of answers) this.bus.emit(on, { ...data, ...patch(sent) });
    });
  }

  async discover(): Promise<void> {
    const stop = this.answering(portChannels.discover, () => ({}));
    const result = await this.client.discover().catch((problem: unknown) => problem);
    stop();
    const note =
      this.records[0]?.note && this.records[0]?.note !== "same host restarted" ? this.records.shift() : undefined;
    if (result instanceof Error) {
      const { message: _, ...expected } = Object(note?.value);
      expect(result).toMatchObject(expected);
    } else {
      if (note) expect(result).toEqual(note.value);
      this.connection = Object(result);
      if (this.connection) this.client.connect(this.connection);
    }
  }

  async request({ data = {} }: TraceRecord): Promise<void> {
    // Two of the traces' requests come from a hand-written peer, not from a client.
    if (String(data.requestId).startsWith("stale-")) return;
    const connection = this.connectionOf(Number(data.generation));
    const stop = this.answering(portChannels.request, (sent) => ({ requestId: Object(sent).requestId }));
    const result = await this.client.request(connection, String(data.operation), data.payload);
    stop();
    expect(result).toMatchObject(withoutText(this.records.shift()?.value));
  }

  connectionOf(generation: number): ForgeHostConnection {
    if (!this.connection) throw new Error("The trace asks before it connects.");
    if (this.connection.generation === generation) return this.connection;
    this.connection = { ...this.connection, generation };
    this.client.connect(this.connection);
    return this.connection;
  }

  async checkNote({ note, value }: TraceRecord): Promise<void> {
    if (note === "client onUnavailable handler ran") expect(this.lost).toBe(1);
    if (note !== "request after dispose" || !this.connection) return;
    expect(await this.client.request(this.connection, "listProfiles", {})).toMatchObject(withoutText(value));
  }
}

function withoutText(value: unknown): object {
  const { error: _, ...rest } = Object(value);
  return rest;
}
