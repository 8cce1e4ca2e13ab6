import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import { directoryPrefix } from "../../src/backends/private-directory.ts";
import type { RunHandle } from "../../src/runtime/runtime-port.ts";
import { loopback } from "../support/temp-project.ts";
import { childLeaks, fileLeaks } from "../support/variation-leaks.mjs";
import { aConversation, closeWorlds, world } from "./pi-harness.ts";

afterEach(closeWorlds);

const threeRequests = [
  { text: "Looking.", tools: [{ name: "ls", arguments: { path: "." } }] },
  { tools: [{ name: "read", arguments: { path: "a.txt" } }] },
  { text: ["The fact ", "is 42."] },
];

/** The empty directories of children that this process started. */
function childDirectories(): readonly string[] {
  return readdirSync(tmpdir()).filter((name) => name.startsWith(`${directoryPrefix}${process.pid}-`));
}

function deltaOf(handle: RunHandle, wanted: string): Promise<void> {
  let seen = "";
  return new Promise((resolve) => {
    handle.subscribe(({ details }) => {
      seen += details?.delta ?? "";
      if (seen.includes(wanted)) resolve();
    });
  });
}

describe.each(["subprocess", "rpc"] as const)("%s", (kind) => {
  test("sends exactly what was sealed in each of three requests, and answers with the last text", async () => {
    const { server, prepare, execute } = await world({ kind, script: threeRequests });
    const prepared = await prepare();
    expect(server.requests).toHaveLength(0);
    const result = await execute(prepared).result;
    expect(result).toMatchObject({ status: "completed", output: { text: "The fact is 42.", partial: false } });
    expect(result.usage?.tokens).toEqual({ input: 3000, output: 150, total: 3150 });

    const { systemPrompt, messages } = aConversation();
    const task = messages[0]?.content[0];
    for (const { json } of server.requests) {
      expect(json.messages[0]).toEqual({ role: "system", content: systemPrompt });
      expect(json.messages[1]).toEqual({ role: "user", content: [task] });
      expect(json.tools.map((tool: { function: { name: string } }) => tool.function.name)).toEqual(["read", "ls"]);
      expect(JSON.stringify(json)).not.toMatch(/waits for its job|coding assistant/);
    }
    expect(result.report).toMatchObject({
      requests: server.requests.map(({ sha256 }, index) => ({ number: index + 1, payloadDigest: sha256 })),
      filesRead: ["a.txt"],
      blockedToolCalls: 0,
    });
    expect(server.requests).toHaveLength(3);
    expect(childDirectories()).toEqual([]);
  });

  test("a cancel in mid-text keeps the partial text and the usage of turn 1", async () => {
    const script = [threeRequests[0] ?? {}, { text: "half of an ans", hang: "body" as const }];
    const { server, prepare, execute } = await world({ kind, script });
    const handle = execute(await prepare());
    await deltaOf(handle, "half of an ans");
    await handle.cancel("enough");
    const result = await handle.result;
    expect(result).toMatchObject({
      status: "cancelled",
      reason: "enough",
      output: { text: "half of an ans", partial: true },
      usage: { tokens: { input: 1000, output: 50 } },
    });
    expect(await server.requests[1]?.closed).toBe("dropped");
    expect(childDirectories()).toEqual([]);
  });

  test("an error of the provider is told with its class after Pi gave up", async () => {
    const script = [
      { status: 401, errorBody: { error: { message: "Incorrect API key provided: sk-abcdefghijklmnopqrstuvwx" } } },
    ];
    const { server, prepare, execute } = await world({ kind, script });
    const result = await execute(await prepare()).result;
    expect(result).toMatchObject({ status: "failed", error: { class: "auth", retryable: false } });
    expect(result.error?.message).not.toContain("sk-abcdefghijkl");
    expect(server.requests).toHaveLength(1);
  });
});

test("a warm child contacts nobody, and is ended when its run is discarded", async () => {
  const { server, prepare } = await world();
  const prepared = await prepare();
  prepared.warm();
  prepared.warm();
  expect(childDirectories()).toHaveLength(1);
  await prepared.discard();
  expect(childDirectories()).toEqual([]);
  expect(server.requests).toHaveLength(0);
});

test("a warm child runs what was sealed", async () => {
  const { server, prepare, execute } = await world({ script: threeRequests });
  const prepared = await prepare();
  prepared.warm();
  const [directory] = childDirectories();
  const handle = execute(prepared);
  await server.waitForRequest(1);
  expect(childDirectories()).toEqual([directory]);
  expect((await handle.result).output?.text).toBe("The fact is 42.");
});

test("a tool outside the list is blocked, counted, and the model told", async () => {
  const script = [{ tools: [{ name: "bash", arguments: { command: "touch x" } }] }, { text: "No bash." }];
  const { server, project, prepare, execute } = await world({ script });
  const result = await execute(await prepare()).result;
  expect(result).toMatchObject({ status: "completed", report: { blockedToolCalls: 1 } });
  expect(JSON.stringify(server.requests[1]?.json.messages.at(-1))).toContain("not found");
  expect(readdirSync(project.root)).toEqual(["a.txt"]);
});

test("a last turn with only thinking is no answer", async () => {
  const { prepare, execute } = await world({ script: [{ thinking: "hm" }] });
  const result = await execute(await prepare()).result;
  expect(result).toMatchObject({ status: "failed", error: { code: "subprocess-empty" } });
});

test("a server that does not stream is named as the reason why there is no answer", async () => {
  const { server, prepare, execute } = await world({ script: [{ rawBody: "<html>Welcome</html>" }] });
  const { error } = await execute(await prepare()).result;
  expect(error).toMatchObject({ code: "subprocess-empty", class: "protocol" });
  expect(error?.message).toContain(`Check that ${server.baseUrl} is the address of a server`);
});

test("a header that the child has and nobody approved ends the run before anything is sent", async () => {
  const there = await world();
  const file = join(there.project.agentDir, "models.json");
  const models = JSON.parse(readFileSync(file, "utf8"));
  models.providers.loopback.headers = { "X-Team": "blue" };
  writeFileSync(file, JSON.stringify(models));
  const result = await there.execute(await there.prepare()).result;
  expect(result).toMatchObject({ status: "failed", error: { code: "pi-subprocess.ready-mismatch" } });
  expect(result.error?.message).toContain('list of headers is "x-team"');
  expect(there.server.requests).toHaveLength(0);
});

test("a key that the provider repeats in its error is not passed on, whatever its shape", async () => {
  const errorBody = { error: { message: `Incorrect API key provided: ${loopback.key}.` } };
  const { prepare, execute } = await world({ script: [{ status: 401, errorBody }] });
  const result = await execute(await prepare()).result;
  expect(result).toMatchObject({ status: "failed", error: { code: "subprocess", class: "auth" } });
  expect(result.error?.message).toContain("Incorrect API key provided: [redacted].");
});

test("a stop by length is an answer that is marked", async () => {
  const { prepare, execute } = await world({ script: [{ text: "cut", stop: "length" }] });
  const result = await execute(await prepare()).result;
  expect(result).toMatchObject({ status: "completed", output: { text: "cut", stoppedByLength: true } });
});

test("a destination that differs from the approved one ends the run before anything is sent", async () => {
  const { server, prepare, execute } = await world({ baseUrl: "http://127.0.0.1:9/v1" });
  const result = await execute(await prepare()).result;
  expect(result).toMatchObject({ status: "failed", error: { code: "pi-subprocess.ready-mismatch" } });
  expect(result.error?.message).toContain("base URL");
  expect(server.requests).toHaveLength(0);
});

const farModel = {
  id: "far",
  name: "Far",
  reasoning: false,
  input: ["text"],
  cost: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 },
  contextWindow: 100_000,
  maxTokens: 8_000,
};

test("a provider that only the parent knows reaches the child, its key only with the job and nowhere else", async () => {
  const key = "the-real-key";
  const leaks: string[] = [];
  let look = () => {};
  const { server, project, prepare, execute } = await world({
    script: () => {
      look();
      return { text: "from afar" };
    },
    facts: (baseUrl, facts) => ({
      ...facts,
      model: { provider: "elsewhere", id: "far" },
      destination: { ...facts.destination, provider: "elsewhere", modelId: "far" },
      registration: { provider: "elsewhere", config: { baseUrl, api: "openai-completions", models: [farModel] } },
      handover: async () => key,
    }),
  });
  const prepared = await prepare({ intent: { model: { provider: "elsewhere", id: "far" } } });
  const names = prepared.plan.preflight.facts?.environment ?? [];
  look = () => void leaks.push(...childLeaks(project.agentDir, names, [key]));
  prepared.warm();
  look();
  const result = await execute(prepared).result;
  expect(result.output?.text).toBe("from afar");
  expect(server.requests.map(({ headers }) => headers.authorization)).toEqual([`Bearer ${key}`]);
  expect([...leaks, ...fileLeaks(project.base, [key])]).toEqual([]);
});

test.each([
  ["another-key", "completed"],
  [undefined, "failed"],
] as const)("a key of this session only (%s) goes with the job: %s", async (key, status) => {
  const { server, project, prepare, execute } = await world({
    facts: (_baseUrl, facts) => ({
      ...facts,
      registration: { provider: "loopback", config: {} },
      handover: async () => key,
    }),
  });
  // A stored key would win over one that an extension registers.
  project.write(join(project.agentDir, "auth.json"), '{"loopback":{"type":"api_key","key":"stored-key"}}');
  const result = await execute(await prepare()).result;
  expect(result.status).toBe(status);
  expect(server.requests.map(({ headers }) => headers.authorization)).toEqual(
    key === undefined ? [] : [`Bearer ${key}`],
  );
});

test("a cancel while the child still boots sends nothing and leaves nothing", async () => {
  const { server, prepare, execute } = await world();
  const handle = execute(await prepare());
  await new Promise<void>((resolve) => setImmediate(resolve));
  await handle.cancel("at once");
  expect(await handle.result).toMatchObject({ status: "cancelled", reason: "at once" });
  expect(server.requests).toHaveLength(0);
  expect(childDirectories()).toEqual([]);
});

test("runs at the same time do not mix, and leave no directory behind", async () => {
  const { server, prepare, execute } = await world({
    script: ({ json }) => ({ text: `answer to ${json.messages[1].content[0].text}` }),
  });
  const tasks = ["one", "two", "three", "four"];
  const results = await Promise.all(
    tasks.map(async (text) => {
      const messages = [{ role: "user" as const, content: [{ type: "text" as const, text }] }];
      return execute(await prepare({ conversation: { messages } })).result;
    }),
  );
  expect(results.map((each) => each.output?.text)).toEqual(tasks.map((text) => `answer to ${text}`));
  expect(server.requests).toHaveLength(4);
  expect(childDirectories()).toEqual([]);
});
