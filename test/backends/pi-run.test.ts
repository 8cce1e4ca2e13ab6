import { afterEach, expect, test } from "vitest";
import { closeWorlds, world } from "./pi-harness.ts";
import { fakeInstallation } from "./raw-child.ts";

afterEach(closeWorlds);

async function run(name: string, overrides: { idleTimeoutMs?: number } = {}) {
  const { prepare, execute } = await world({
    options: { installation: fakeInstallation(name), ...overrides },
    baseUrl: "http://127.0.0.1:9/v1",
  });
  return execute(await prepare());
}

test("a child that answered and will not exit is completed, with the forced exit on record", async () => {
  const result = await (await run("answers-and-stays")).result;
  expect(result).toMatchObject({ status: "completed", output: { text: "the answer", partial: false } });
  expect(result.report).toMatchObject({ forcedExit: true });
}, 20_000);

test("a cancel after the whole answer only ends the process", async () => {
  const handle = await run("answers-and-stays");
  const answered = new Promise<void>((resolve) => {
    handle.subscribe((event) => event.phase === "finishing" && resolve());
  });
  await answered;
  const cancelled = handle.cancel("too late");
  expect((await handle.result).output?.text).toBe("the answer");
  await cancelled;
}, 20_000);

test("a child without any event for too long is ended, and the last phase named", async () => {
  const result = await (await run("goes-silent", { idleTimeoutMs: 1_000 })).result;
  expect(result).toMatchObject({
    status: "failed",
    error: { code: "pi-subprocess.idle", class: "process", retryable: true },
  });
  expect(result.error?.message).toContain("tool ls (start)");
}, 20_000);

test("a line that is no frame ends the run as a fault of the protocol", async () => {
  const result = await (await run("babbles")).result;
  expect(result).toMatchObject({ status: "failed", error: { code: "pi-subprocess.protocol", class: "protocol" } });
}, 20_000);

test("a child that exits at once is a failure with its exit code and its words", async () => {
  const result = await (await run("exits-at-once")).result;
  expect(result).toMatchObject({ status: "failed", error: { code: "pi-subprocess.child-exit", class: "process" } });
  expect(result.error?.message).toMatch(/exit code 3.*no good/);
}, 20_000);

test("a Pi that is not there is a failure that names the cause", async () => {
  const { prepare, execute } = await world({
    options: { installation: { execPath: "/nowhere/pi", version: "0", foundBy: "test" } },
  });
  const result = await execute(await prepare()).result;
  expect(result).toMatchObject({ status: "failed", error: { code: "pi-subprocess.spawn" } });
  expect(result.error?.message).toContain("/nowhere/pi");
}, 20_000);

test("a time limit in mid-text keeps the partial text and the usage of turn 1", async () => {
  const { prepare, execute } = await world({
    options: { installation: fakeInstallation("stops-in-mid-text") },
    baseUrl: "http://127.0.0.1:9/v1",
  });
  const limits = { timeoutMs: { value: 4_000, enforcement: "best-effort" as const } };
  expect(await execute(await prepare({ intent: { limits } })).result).toMatchObject({
    status: "timed-out",
    output: { text: "half of an ans", partial: true },
    usage: { tokens: { input: 1000, output: 50, total: 1050 } },
  });
}, 20_000);

test("a child that repeats its secrets on standard error is told without them", async () => {
  const { prepare, execute } = await world({
    options: { installation: fakeInstallation("repeats-secrets"), environment: { LOOPBACK_KEY: "of the variable" } },
    baseUrl: "http://127.0.0.1:9/v1",
    facts: (_baseUrl, facts) => ({
      ...facts,
      keyVariables: ["LOOPBACK_KEY"],
      registration: { provider: "loopback", config: {} },
      handover: async () => "of this session",
    }),
  });
  const { error } = await execute(await prepare()).result;
  expect(error).toMatchObject({ code: "pi-subprocess.child-exit", class: "process" });
  expect(error?.message).toContain("It wrote: variable [redacted], key [redacted]");
}, 20_000);
