import { describe, expect, test } from "vitest";
import { error } from "../../src/contract/diagnostic.ts";
import { fingerprint } from "../../src/contract/fingerprint.ts";
import { failure, success } from "../../src/contract/outcome.ts";
import type { PrepareReply } from "../../src/contract/product/host-port.ts";
import { createForgeHostClient } from "../../src/host/port-client.ts";
import { ForgeHostPortError } from "../../src/host/port-error.ts";
import { connectForgeHost } from "../../src/host/port-host.ts";
import { portChannels } from "../../src/host/port-protocol.ts";
import { createPortServer, type PortHandlers } from "../../src/host/port-server.ts";
import { aBus } from "../support/bus.ts";
import { aPrepareReply, aPrepareRequest, aSnapshot, someHandlers } from "../support/port-builders.ts";

async function connected(handlers: Partial<PortHandlers> = {}) {
  const transport = aBus();
  const server = createPortServer({ transport, hostId: "h", handlers: someHandlers(handlers) });
  server.start();
  const client = createForgeHostClient({ transport, requestTimeoutMs: 30, settleMs: 1 });
  const connection = await client.discover();
  client.connect(connection);
  return { transport, server, client, connection };
}

describe("finding a host", () => {
  test("ends with a timeout where none answers, and leaves no listener", async () => {
    const transport = aBus();
    const client = createForgeHostClient({ transport, requestTimeoutMs: 5 });
    await expect(client.discover()).rejects.toMatchObject({ code: "timeout", name: "Error" });
    await expect(client.discover()).rejects.toBeInstanceOf(ForgeHostPortError);
    expect(transport.listeners).toBe(0);
  });

  test("counts one that starts late, not one of another version", async () => {
    const transport = aBus();
    const search = createForgeHostClient({ transport, requestTimeoutMs: 1_000, settleMs: 1 }).discover();
    const announced = {
      type: "available",
      protocolVersion: 1,
      minVersion: 1,
      maxVersion: 1,
      capabilities: [],
      generation: 4,
    };
    transport.emit(portChannels.available, {
      ...announced,
      hostId: "newer",
      protocolVersion: 2,
      minVersion: 2,
      maxVersion: 2,
    });
    transport.emit(portChannels.available, { ...announced, hostId: "late", unknown: 1 });
    await expect(search).resolves.toMatchObject({ hostId: "late", generation: 4 });
  });

  test("finds one that answered in time, even where its settle window ends after the timeout", async () => {
    const transport = aBus();
    createPortServer({ transport, hostId: "h", handlers: someHandlers() }).start();
    const client = createForgeHostClient({ transport, requestTimeoutMs: 1, settleMs: 20 });
    await expect(client.discover()).resolves.toMatchObject({ hostId: "h" });
    expect(transport.listeners).toBe(2);
  });

  test("refuses two", async () => {
    const { transport, client } = await connected();
    createPortServer({ transport, hostId: "second", handlers: someHandlers() }).start();
    await expect(client.discover()).rejects.toMatchObject({ code: "duplicate" });
    const other = { hostId: "second", protocolVersion: 1, capabilities: [], generation: 1 };
    expect(() => client.connect(other)).toThrow(expect.objectContaining({ code: "duplicate" }));
  });
});

describe("a request", () => {
  test("needs the very connection, a known operation and JSON", async () => {
    const { client, connection, transport } = await connected();
    const before = transport.log.length;
    expect(await client.request({ ...connection }, "listProfiles", {})).toMatchObject({
      ok: false,
      code: "unavailable",
    });
    expect(await client.request(connection, "drop", {})).toMatchObject({ ok: false, code: "invalid" });
    expect(await client.request(connection, "listProfiles", { a: undefined })).toMatchObject({
      ok: false,
      code: "invalid",
    });
    expect(transport.log.length).toBe(before);
  });

  test("ignores replies that are not its own and ends with a timeout", async () => {
    const { client, connection, transport, server } = await connected();
    server.stop();
    client.connect(connection);
    transport.on(portChannels.request, (sent) => {
      const reply = { ...Object(sent), type: "reply", ok: true, data: { profiles: [] } };
      for (const wrong of [{ requestId: "x" }, { hostId: "x" }, { generation: 9 }, { ok: "yes" }]) {
        transport.emit(portChannels.reply, { ...reply, ...wrong });
      }
    });
    const listeners = transport.listeners;
    expect(await client.request(connection, "listProfiles", {})).toMatchObject({ ok: false, code: "timeout" });
    expect(transport.listeners).toBe(listeners);
  });

  test("ends at once when the host goes away", async () => {
    const { client, connection, transport } = await connected();
    transport.on(portChannels.request, () =>
      transport.emit(portChannels.unavailable, { type: "unavailable", hostId: "h", generation: 7 }),
    );
    expect(await client.request(connection, "listProfiles", {})).toMatchObject({ ok: true });
    const { server, ...fresh } = await connected({
      listProfiles: () => {
        server.stop();
        return success([]);
      },
    });
    expect(await fresh.client.request(fresh.connection, "listProfiles", {})).toMatchObject({
      ok: false,
      code: "unavailable",
    });
  });
});

describe("when the host goes away", () => {
  test("every listener hears it once, whatever one of them does", async () => {
    const { client, server } = await connected();
    const heard: string[] = [];
    const stop = client.onUnavailable(() => {
      heard.push("first");
      stop();
      throw new Error("listener");
    });
    client.onUnavailable(() => heard.push("second"));
    server.stop();
    server.start();
    server.stop();
    expect(heard).toEqual(["first", "second"]);
  });

  test("nothing is left on the bus after a disconnect", async () => {
    const { client, server, transport } = await connected();
    client.disconnect();
    server.stop();
    expect(transport.listeners).toBe(0);
  });
});

describe("an answer to prepare", () => {
  const [first, task] = aPrepareReply().messages as [
    PrepareReply["messages"][number],
    PrepareReply["messages"][number],
  ];
  const stack = { id: "s" };

  test.each<[string, Partial<PrepareReply>]>([
    ["has no task", { messages: [first] }],
    ["has another task", { messages: [first, { ...task, content: [{ type: "text", text: "Delete." }] }] }],
    ["has something behind the task", { messages: [task, first] }],
    ["has two tasks", { messages: [task, task] }],
    ["has a message that claims to be context", { messages: [{ ...first, source: "selected-context" }, task] }],
    ["has an unknown role", { messages: [{ ...first, role: "system" as never }, task] }],
    ["has an empty message", { messages: [{ ...first, content: [] }, task] }],
    ["has a tool that was not offered", { effectiveToolIds: ["pi.bash"], effectiveToolNames: ["bash"] }],
    ["renames a tool", { effectiveToolNames: ["write"] }],
    ["repeats a tool", { effectiveToolIds: ["pi.read", "pi.read"], effectiveToolNames: ["read", "read"] }],
    ["names another model", { model: { provider: "acme", id: "small" } }],
    ["names another thinking level", { thinkingLevel: "low" }],
    ["is about another profile", { profileId: "other" }],
    ["is about a profile of another id", { profileSnapshot: aSnapshot({ profileId: "project:other" }) }],
    ["has a profile that was changed", { profileSnapshot: aSnapshot({ profileFingerprint: fingerprint({}) }) }],
    [
      "has a stack out of nowhere",
      { profileSnapshot: aSnapshot({ promptStack: stack, promptStackFingerprint: fingerprint(stack) }) },
    ],
    ["has a field we do not know", { extra: 1 } as object],
    ["has a diagnostic that is none", { diagnostics: [{ level: "fatal" } as never] }],
    ["has no time", { preparedAt: "soon" }],
  ])("that %s is refused", async (_, overrides) => {
    const { client, connection } = await connected({ prepare: () => success(aPrepareReply(overrides)) });
    const result = await client.request(connection, "prepare", aPrepareRequest());
    expect(result).toMatchObject({ ok: false, code: "protocol" });
  });

  test("that agrees with its request is passed on", async () => {
    const { client, connection } = await connected();
    const result = await client.request(connection, "prepare", aPrepareRequest());
    expect(result).toEqual({ ok: true, data: aPrepareReply() });
  });
});

describe("a host behind the wire", () => {
  const connect = async (handlers: Partial<PortHandlers>) => {
    const { transport } = await connected(handlers);
    const host = await connectForgeHost({ transport, timeoutMs: 50, settleMs: 1 });
    if (!host.ok) throw new Error("There is a host.");
    return host.value;
  };

  test("gives values, with their warnings", async () => {
    const note = { level: "info", code: "a.b", message: "m", path: "p" } as const;
    const host = await connect({ prepare: () => success(aPrepareReply({ diagnostics: [note] })) });
    expect(await host.listProfiles()).toMatchObject({ ok: true, value: [] });
    expect(await host.resolveProfile("project:reviewer")).toMatchObject({
      ok: true,
      value: { profileId: "project:reviewer" },
    });
    expect(await host.prepare(aPrepareRequest())).toMatchObject({ ok: true, diagnostics: [note] });
  });

  test("gives the host's own reasons, or a code that says what went wrong", async () => {
    const problem = error("profile.not-found", "There is none.", "profile");
    const host = await connect({
      resolveProfile: () => failure(problem),
      prepare: () => success(aPrepareReply({ messages: [] })),
    });
    expect(await host.resolveProfile("x")).toEqual({ ok: false, diagnostics: [problem] });
    const prepared = await host.prepare(aPrepareRequest());
    expect(prepared.diagnostics[0]).toMatchObject({ level: "error", code: "host.protocol" });
    const nobody = await connectForgeHost({ transport: aBus(), timeoutMs: 5 });
    expect(nobody.diagnostics).toMatchObject([{ code: "host.timeout" }]);
  });
});
