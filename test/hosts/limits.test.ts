import { afterEach, describe, expect, test } from "vitest";
import type { LimitName } from "../../src/contract/limits.ts";
import type { RunHandle } from "../../src/runtime/runtime-port.ts";
import { systemTimers, type Timers } from "../../src/runtime/timers.ts";
import { closeWorlds, type WorldOptions, world } from "../backends/pi-harness.ts";
import type { Step } from "../support/model-server.ts";
import { partOf, piHosts, takesPart } from "../support/pi-hosts.ts";

const { hosts, missing } = piHosts();
for (const reason of missing) console.warn(`Not run: ${reason}`);

afterEach(closeWorlds);

const kinds = ["subprocess", "rpc"] as const;
const threeTurns: readonly Step[] = [
  { text: "Looking.", tools: [{ name: "ls", arguments: { path: "." } }] },
  { text: "Reading.", tools: [{ name: "read", arguments: { path: "a.txt" } }] },
  { text: ["The fact ", "is 42."] },
];
const hanging: readonly Step[] = [threeTurns[0] ?? {}, { text: "half of an ans", hang: "body" }];

const hard = (value: number) => ({ value, enforcement: "required" as const });
const hostAbort = { value: 7_777, enforcement: "best-effort" as const };

/** What ends a run, after how many requests, with which text. */
const exceeded: readonly (readonly [LimitName, number, number, string])[] = [
  ["maxTurns", 2, 2, "Reading."],
  ["tokenBudget", 1_050, 1, "Looking."],
  ["maxOutputBytes", 13, 2, "Readi"],
];

/** Fires the time limit when the test says so; every other wait is a real one. */
function heldTimeout() {
  let fire = () => {};
  const timers: Timers = {
    after(ms, due) {
      if (ms !== hostAbort.value) return systemTimers.after(ms, due);
      fire = due;
      return () => {};
    },
  };
  return { timers, fire: () => fire() };
}

function textSeen(handle: RunHandle, wanted: string): Promise<void> {
  return new Promise((resolve) => {
    handle.subscribe(({ details }) => void (details?.delta?.includes(wanted) && resolve()));
  });
}

describe.each(hosts)("$name", (host) => {
  describe.each(kinds.filter((_, index) => takesPart(index, partOf(host))))("%s", (kind) => {
    const open = (given: WorldOptions) => world({ host, kind, ...given });

    test.each(exceeded)(
      "%s of %d ends the run after request %d, with what was said",
      async (name, value, sent, text) => {
        const { server, prepare, execute } = await open({ script: threeTurns });
        const result = await execute(await prepare({ intent: { limits: { [name]: hard(value) } } })).result;
        expect(result).toMatchObject({
          status: "limit-reached",
          reachedLimit: name,
          output: { text, partial: true },
          enforcement: { limits: { [name]: { value, enforcement: "backend-hard" } } },
          report: { requests: server.requests.map(({ sha256 }) => ({ payloadDigest: sha256 })) },
        });
        expect(server.requests).toHaveLength(sent);
      },
    );

    test("a run that ends by itself exactly at every limit is completed", async () => {
      const limits = { maxTurns: hard(3), tokenBudget: hard(3_150), maxOutputBytes: hard(31), timeoutMs: hostAbort };
      const { server, prepare, execute } = await open({ script: threeTurns, timers: heldTimeout().timers });
      const result = await execute(await prepare({ intent: { limits } })).result;
      expect(result).toMatchObject({ status: "completed", output: { text: "The fact is 42.", partial: false } });
      expect(server.requests).toHaveLength(3);
    });

    test("the time limit ends the run in mid-text, with what was said and used", async () => {
      const { timers, fire } = heldTimeout();
      const { server, prepare, execute } = await open({ script: hanging, timers });
      const handle = execute(await prepare({ intent: { limits: { timeoutMs: hostAbort } } }));
      await textSeen(handle, "half of an ans");
      fire();
      expect(await handle.result).toMatchObject({
        status: "timed-out",
        output: { text: "half of an ans", partial: true },
        usage: { tokens: { input: 1_000, output: 50 } },
        enforcement: { limits: { timeoutMs: { value: hostAbort.value, enforcement: "host-abort" } } },
      });
      expect(await server.requests[1]?.closed).toBe("dropped");
      expect(server.requests).toHaveLength(2);
    });
  });
});

describe.each(hosts.filter((host) => takesPart(partOf(host))))("$name", (host) => {
  test("silence ends a run in mid-text, with what was said, and names the last phase", async () => {
    // Long enough for a boot on a busy machine, which is silence too.
    const { server, prepare, execute } = await world({ host, script: hanging, options: { idleTimeoutMs: 20_000 } });
    const result = await execute(await prepare()).result;
    expect(result).toMatchObject({
      status: "failed",
      error: { code: "pi-subprocess.idle", class: "process", retryable: true },
      output: { text: "half of an ans", partial: true },
    });
    expect(result.error?.message).toContain("text of turn 2 was arriving");
    expect(await server.requests[1]?.closed).toBe("dropped");
    expect(server.requests).toHaveLength(2);
  });
});
