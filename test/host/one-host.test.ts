import { describe, expect, test } from "vitest";
import { keepOneHost, type OneHostOptions, type OwnHost, ownHostPrefix, type Timers } from "../../src/host/one-host.ts";
import { createPortServer, type PortServer } from "../../src/host/port-server.ts";
import { aBus, type Bus } from "../support/bus.ts";
import { someHandlers } from "../support/port-builders.ts";

function aClock(): Timers & { pass(): Promise<void> } {
  const due = new Set<() => void>();
  return {
    after(_, run) {
      due.add(run);
      return () => due.delete(run);
    },
    async pass() {
      const now = [...due];
      due.clear();
      for (const run of now) run();
      await Promise.resolve();
      await Promise.resolve();
    },
  };
}

const aHost = (transport: Bus, hostId: string): PortServer =>
  createPortServer({ transport, hostId, handlers: someHandlers() });

function ownOf(server: PortServer, load: OwnHost["load"] = () => {}): OwnHost {
  return {
    hostId: server.hostId,
    load,
    start: () => server.start(),
    announce: () => server.announce(),
    stop: () => server.stop(),
  };
}

function kept(transport: Bus, overrides: Partial<OneHostOptions> = {}, hostId = `${ownHostPrefix}m`) {
  const timers = aClock();
  const own = aHost(transport, hostId);
  const one = keepOneHost({ transport, ownHost: ownOf(own), timers, waitMs: 60, ...overrides });
  return { timers, own, one };
}

async function hostId(one: ReturnType<typeof kept>["one"]): Promise<string> {
  const host = await one.host();
  return host.ok ? host.value.hostId : host.diagnostics.map(({ code }) => code).join();
}

describe("the one host of a bus", () => {
  test("is ours when nobody answers in the quiet time, and is found from then on", async () => {
    const { timers, own, one } = kept(aBus());
    expect(own.running).toBe(false);
    await timers.pass();
    expect(one.own).toBe(true);
    expect(await hostId(one)).toBe(own.hostId);
    expect(await hostId(one)).toBe(own.hostId);
  });

  test("is waited for by a run that comes before it", async () => {
    const { timers, own, one } = kept(aBus());
    const found = hostId(one);
    await timers.pass();
    expect(await found).toBe(own.hostId);
  });

  test("is a foreign one that was there first", async () => {
    const bus = aBus();
    aHost(bus, "foreign").start();
    const { timers, own, one } = kept(bus);
    await timers.pass();
    expect(own.running).toBe(false);
    expect(await hostId(one)).toBe("foreign");
  });

  test("is a foreign one that comes later: ours steps back", async () => {
    const bus = aBus();
    const { timers, own, one } = kept(bus);
    await timers.pass();
    expect(await hostId(one)).toBe(own.hostId);
    aHost(bus, "foreign").start();
    expect(own.running).toBe(false);
    expect(await hostId(one)).toBe("foreign");
  });

  test("is ours again when the foreign one goes away", async () => {
    const bus = aBus();
    const foreign = aHost(bus, "foreign");
    foreign.start();
    const { timers, own, one } = kept(bus);
    expect(await hostId(one)).toBe("foreign");
    foreign.stop();
    expect(own.running).toBe(false);
    await timers.pass();
    expect(await hostId(one)).toBe(own.hostId);
  });

  test("is nobody while two foreign ones are there", async () => {
    const bus = aBus();
    const { one } = kept(bus);
    const [a, b] = [aHost(bus, "a"), aHost(bus, "b")];
    a.start();
    expect(await hostId(one)).toBe("a");
    b.start();
    expect(await hostId(one)).toBe("host.duplicate");
    b.stop();
    expect(await hostId(one)).toBe("a");
  });

  test("is one of ours where two of our kind meet, in whatever order they come", async () => {
    for (const ids of [
      ["a", "z"],
      ["z", "a"],
    ]) {
      const bus = aBus();
      const [first, second] = ids.map((each) => kept(bus, {}, `${ownHostPrefix}${each}`));
      await Promise.all([first?.timers.pass(), second?.timers.pass()]);
      expect([first?.own.running, second?.own.running].filter(Boolean)).toHaveLength(1);
      await Promise.all([first?.timers.pass(), second?.timers.pass()]);
      expect([first?.own.running, second?.own.running].filter(Boolean)).toHaveLength(1);
    }
  });

  test("that cannot be loaded says so to the run, and is tried again", async () => {
    let tries = 0;
    const bus = aBus();
    const ownHost = ownOf(aHost(bus, "own"), () => {
      if (++tries < 3) throw new Error("disk");
    });
    const { timers, one } = kept(bus, { ownHost });
    await timers.pass();
    expect(await hostId(one)).toBe("host.failed,host.timeout");
    expect(await hostId(one)).toBe("own");
  });

  test("that is still loading when a foreign one comes does not stay", async () => {
    const bus = aBus();
    const server = aHost(bus, "own");
    let loaded = () => {};
    const ownHost = ownOf(
      server,
      () =>
        new Promise<void>((resolve) => {
          loaded = resolve;
        }),
    );
    const { timers, one } = kept(bus, { ownHost });
    await timers.pass();
    aHost(bus, "foreign").start();
    loaded();
    expect(await hostId(one)).toBe("foreign");
    expect(server.running).toBe(false);
  });

  test("leaves nothing behind when the session ends", async () => {
    const bus = aBus();
    const { timers, one } = kept(bus);
    await timers.pass();
    await hostId(one);
    one.stop();
    one.stop();
    expect(bus.listeners).toBe(0);
    expect(await hostId(one)).toBe("host.unavailable");
  });
});
