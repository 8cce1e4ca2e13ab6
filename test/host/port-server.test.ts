import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { error } from "../../src/contract/diagnostic.ts";
import { frozenCopy } from "../../src/contract/frozen.ts";
import { failure, success } from "../../src/contract/outcome.ts";
import { portBounds } from "../../src/host/port-bounds.ts";
import { portChannels } from "../../src/host/port-protocol.ts";
import { createPortServer, type PortHandlers } from "../../src/host/port-server.ts";
import { aBus } from "../support/bus.ts";
import { aPrepareRequest, someHandlers } from "../support/port-builders.ts";

function aServer(handlers: Partial<PortHandlers> = {}) {
  const transport = aBus();
  const server = createPortServer({ transport, hostId: "h", handlers: someHandlers(handlers) });
  server.start();
  const sent = (channel: string) =>
    transport.log.filter((each) => each.channel === channel).map(({ data }) => Object(data));
  const ask = (operation: string, payload: unknown, address: object = {}) => {
    const request = { type: "request", requestId: "1", hostId: "h", generation: server.generation, operation, payload };
    transport.emit(portChannels.request, { ...request, ...address });
    return sent(portChannels.reply).at(-1);
  };
  return { transport, server, sent, ask };
}

describe("a host on the bus", () => {
  test("answers a search for its version and no other", () => {
    const { transport, sent } = aServer();
    const seek = (versions: object) =>
      transport.emit(portChannels.discover, {
        type: "discover",
        protocolVersion: 1,
        minVersion: 1,
        maxVersion: 1,
        clientId: "c",
        extra: true,
        ...versions,
      });
    seek({});
    seek({ protocolVersion: 2 });
    seek({ minVersion: 2, maxVersion: 3 });
    seek({ clientId: 1 });
    seek({ maxVersion: 9 });
    expect(sent(portChannels.available)).toHaveLength(3);
  });

  test("lets a handler change what it was given, whoever else holds a part of it", () => {
    const request = aPrepareRequest();
    const model = frozenCopy(request.backend.model);
    const { ask } = aServer({
      prepare(given) {
        given.backend.model.id = "changed";
        return failure(error("host.odd", given.backend.model.id));
      },
    });
    const reply = ask("prepare", { ...request, backend: { ...request.backend, model } });
    expect(reply).toMatchObject({ ok: false, error: "changed" });
    expect(model.id).toBe(request.backend.model.id);
  });

  test("drops requests for another host or another life, and lives a new one after each stop", () => {
    const { server, sent, ask, transport } = aServer();
    ask("listProfiles", {}, { hostId: "other" });
    ask("listProfiles", {}, { generation: 2 });
    expect(sent(portChannels.reply)).toEqual([]);
    server.start();
    server.stop();
    server.stop();
    expect(sent(portChannels.unavailable)).toEqual([{ type: "unavailable", hostId: "h", generation: 1 }]);
    expect(transport.listeners).toBe(0);
    server.start();
    expect(server.generation).toBe(2);
    expect(ask("listProfiles", {})).toMatchObject({ ok: true, generation: 2 });
  });

  test("says why it could not answer", () => {
    const problem = error("profile.not-found", "There is none.");
    const { ask } = aServer({ resolveProfile: () => failure(problem) });
    expect(ask("resolveProfile", { profile: "x" })).toMatchObject({
      ok: false,
      error: "There is none.",
      diagnostics: [problem],
    });
  });

  test.each<[string, Partial<PortHandlers>]>([
    [
      "throws",
      {
        listProfiles: () => {
          throw new Error("broken");
        },
      },
    ],
    ["promises", { listProfiles: (() => Promise.resolve(success([]))) as unknown as PortHandlers["listProfiles"] }],
    ["gives nothing", { listProfiles: (() => undefined) as unknown as PortHandlers["listProfiles"] }],
    ["gives no JSON", { listProfiles: () => success([new Date()] as never) }],
  ])("that %s gives a failed reply", (_, handlers) => {
    expect(aServer(handlers).ask("listProfiles", {})).toMatchObject({ ok: false, error: expect.stringMatching(/./) });
  });

  test("keeps what it answered apart from what it keeps", () => {
    const kept = [{ diagnostics: [] }] as never;
    const { ask } = aServer({ listProfiles: () => success(kept) });
    const { data } = ask("listProfiles", {});
    expect(data.profiles[0]).toEqual(kept[0]);
    expect(data.profiles[0]).not.toBe(kept[0]);
  });
});

describe("a request", () => {
  const { ask } = aServer();

  test.each<[string, unknown]>([
    ["nothing", {}],
    ["listProfiles", { scope: "project" }],
    ["listProfiles", []],
    ["listProfiles", "x"],
    ["resolveProfile", undefined],
    ["resolveProfile", { profile: " " }],
    ["resolveProfile", { profile: "x", more: 1 }],
    ["resolveProfile", { profile: "x".repeat(portBounds.selectorChars + 1) }],
    ["prepare", { ...aPrepareRequest(), more: 1 }],
    ["prepare", { ...aPrepareRequest(), task: { text: "x", images: [] } }],
    ["prepare", { ...aPrepareRequest(), access: { level: "read-only", network: "deny" } }],
    ["prepare", { ...aPrepareRequest(), access: { level: "root", network: "deny", allowProcess: false } }],
    ["prepare", { ...aPrepareRequest(), task: { text: new Date() } }],
    ["prepare", { ...aPrepareRequest(), task: { text: "x".repeat(portBounds.requestChars + 1) } }],
    ["prepare", { ...aPrepareRequest(), backend: { ...aPrepareRequest().backend, thinkingLevel: " " } }],
    [
      "prepare",
      {
        ...aPrepareRequest(),
        backend: { ...aPrepareRequest().backend, toolCatalog: Array(portBounds.tools + 1).fill({ id: "t" }) },
      },
    ],
  ])("%s is refused where its payload is not exact", (operation, payload) => {
    expect(ask(operation, payload)).toMatchObject({ ok: false, error: expect.stringMatching(/./) });
  });

  test("may use one object twice, but not inside itself", () => {
    const effects = ["filesystem-read"];
    const toolCatalog = [
      { id: "a", effects },
      { id: "b", effects },
    ];
    const backend = { ...aPrepareRequest().backend, toolCatalog };
    expect(ask("prepare", aPrepareRequest({ backend }))).toMatchObject({ ok: true });
    const cyclic: { self?: unknown } = {};
    cyclic.self = cyclic;
    expect(ask("prepare", cyclic)).toMatchObject({ ok: false });
  });

  test("of any form gets at most one reply and never throws", () => {
    fc.assert(
      fc.property(
        fc.anything(),
        fc.constantFrom("listProfiles", "resolveProfile", "prepare", "x"),
        (payload, operation) => {
          expect(ask(operation, payload)).toMatchObject({ type: "reply" });
        },
      ),
    );
    const { transport } = aServer();
    fc.assert(
      fc.property(fc.anything(), fc.constantFrom(...Object.values(portChannels)), (data, channel) => {
        transport.emit(channel, data);
      }),
    );
  });
});
