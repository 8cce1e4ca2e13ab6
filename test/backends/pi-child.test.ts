import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { afterEach, expect, test, vi } from "vitest";
import { bridgePath } from "../../src/backends/bridge-location.ts";
import { childCommand } from "../../src/backends/child-arguments.ts";
import { createPrivateDirectory } from "../../src/backends/private-directory.ts";
import { type ProbeRequest, probePi } from "../../src/backends/probe-pi.ts";
import { closeWorlds, type World, world } from "./pi-harness.ts";
import { aJob, rawChild } from "./raw-child.ts";

const tools = ["read", "ls"];

afterEach(closeWorlds);

function childOf({ options, project }: World) {
  const setup = { root: project.root, tools, denied: [], allowed: [], limits: {}, registration: null };
  return rawChild({ installation: options.installation, environment: project.environment, setup });
}

test("a job that was changed on its way is refused before a request", async () => {
  const there = await world();
  const { child, frames } = childOf(there);
  await child.ready;
  const { job, digest } = aJob(there.server.baseUrl);
  child.send({ type: "job", digest, job: { ...job, systemPrompt: "Be evil." } });
  expect(await child.exited).toMatchObject({ code: 97 });
  expect(frames.at(-1)).toMatchObject({ type: "ending", reason: "refused", code: "job.digest" });
  expect(there.server.requests).toHaveLength(0);
});

test("a job for tools that the child does not offer is refused before a request", async () => {
  const there = await world();
  const { child, frames } = childOf(there);
  await child.ready;
  child.send(aJob(there.server.baseUrl, { tools: ["read"] }));
  expect(await child.exited).toMatchObject({ code: 97 });
  expect(frames.at(-1)).toMatchObject({ type: "ending", reason: "refused", code: "payload.tools" });
  expect(there.server.requests).toHaveLength(0);
});

test("the death of the parent ends a child in the middle of a request, and its directory goes", async () => {
  const there = await world({ script: [{ text: "half", hang: "body" }] });
  const placeholder = `waits ${randomUUID()}`;
  const { options, project, server } = there;
  const model = { provider: "loopback", id: "plain" };
  const directory = createPrivateDirectory();
  const command = childCommand({
    installation: options.installation,
    mode: "text",
    bridgePath,
    placeholder,
    tools,
    model,
  });
  const setup = { root: project.root, tools, denied: [], allowed: [], limits: {}, registration: null };
  const frames = [{ type: "setup", version: 1, placeholder, ...setup }, aJob(there.server.baseUrl)];
  const request = JSON.stringify({ ...command, cwd: directory.path, env: project.environment, frames });
  const script = fileURLToPath(new URL("../fixtures/children/parent.mjs", import.meta.url));
  const parent = spawn(process.execPath, [script, request], { stdio: ["ignore", "pipe", "inherit"] });
  const [line] = await once(createInterface({ input: parent.stdout }), "line");
  const sent = await server.waitForRequest(1);
  parent.kill("SIGKILL");
  expect(await sent.closed).toBe("dropped");
  await gone(Number(line));
  directory.remove();
});

function aProbe({ options, project }: World): ProbeRequest {
  return {
    installation: options.installation,
    agentDir: project.agentDir,
    environment: project.environment,
    newId: randomUUID,
    signal: new AbortController().signal,
  };
}

test("a probe tells the model that Pi itself would use, and asks nobody", async () => {
  const there = await world();
  const { server } = there;
  const probe = await probePi(aProbe(there));
  expect(probe).toMatchObject({
    ok: true,
    value: {
      facts: {
        model: { provider: "loopback" },
        destination: { baseUrl: server.baseUrl, host: `127.0.0.1:${server.port}`, api: "openai-completions" },
        price: { currency: "USD", input: 3 },
        authenticated: true,
      },
      piVersion: "0.73.1",
    },
  });
  expect(server.requests).toHaveLength(0);
});

test("a probe of a Pi without any model names none, and says what to do", async () => {
  const there = await world();
  const { project } = there;
  project.write(join(project.agentDir, "models.json"), "{}");
  const probe = await probePi(aProbe(there));
  expect(probe.diagnostics.map((each) => each.code)).toEqual(["model.none"]);
  for (const way of ["variable", "--model PROVIDER/ID", "/model"]) expect(probe.diagnostics[0]?.message).toContain(way);
  expect(JSON.stringify(probe)).not.toContain("unknown");
});

test("a probe where no directory can be made says what to set", async () => {
  const there = await world();
  const { project } = there;
  vi.stubEnv("TMPDIR", join(project.base, "nowhere"));
  const probe = await probePi(aProbe(there));
  vi.unstubAllEnvs();
  expect(probe.diagnostics).toMatchObject([{ code: "pi.probe-failed", message: expect.stringContaining("TMPDIR") }]);
});

test.each([
  ["a model that its provider does not have", { provider: "loopback", id: "nothing" }],
  ["a provider that does not exist", { provider: "nobody", id: "plain" }],
])("a probe refuses %s", async (_what, model) => {
  const probe = await probePi({ ...aProbe(await world()), model });
  expect(probe.ok).toBe(false);
  expect(probe.diagnostics.map((each) => each.code)).toEqual(["model.unknown"]);
});

async function gone(pid: number): Promise<void> {
  const isAlive = () => {
    try {
      return process.kill(pid, 0);
    } catch {
      return false;
    }
  };
  const until = Date.now() + 5_000;
  // A process that is not our child tells nobody when it ends; its state is all there is to look at.
  while (isAlive()) {
    if (Date.now() > until) throw new Error(`Process ${pid} is still alive.`);
    await new Promise((resolve) => setImmediate(resolve));
  }
}
