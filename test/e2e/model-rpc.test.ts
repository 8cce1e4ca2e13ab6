import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createAuditorProject, recordedRuns, theFact, trustProject } from "../support/auditor-project.ts";
import { type ModelServer, startModelServer } from "../support/model-server.ts";
import { parentScript, parentsOf, toolResults } from "../support/parent-model.ts";
import { oldPi } from "../support/pi-hosts.ts";
import { builtExtension } from "../support/pi-session.ts";
import { loopback, type TempProject } from "../support/temp-project.ts";

const call = { name: "forge_subagent", arguments: { profileId: "auditor", task: "Say what the notes hold." } };
let server: ModelServer;
let project: TempProject;

beforeAll(async () => {
  server = await startModelServer({ script: parentScript({ delegate: [[call]] }) });
  project = createAuditorProject(server);
  await trustProject(project);
});
afterAll(async () => {
  await server?.close();
  project?.remove();
});

test("in RPC mode the dialogs of the protocol show the seal and approve exactly that plan", async () => {
  const host = oldPi();
  const model = ["--provider", loopback.provider, "--model", loopback.plain];
  const args = [host.scriptPath, "--mode", "rpc", "-e", builtExtension, ...model, "--no-session"];
  const pi = spawn(host.execPath, args, {
    cwd: project.root,
    env: project.environment,
    stdio: ["pipe", "pipe", "pipe"],
  });
  const send = (command: object) => void pi.stdin.write(`${JSON.stringify(command)}\n`);
  let title = "";
  try {
    send({ id: "1", type: "prompt", message: "Please delegate." });
    for await (const line of createInterface({ input: pi.stdout })) {
      const event = JSON.parse(line);
      if (event.type === "extension_ui_request" && event.method === "select") {
        title = event.title;
        expect(server.requests).toHaveLength(1);
        const approve = event.options.find((option: string) => option.startsWith("Run once, seal "));
        send({ type: "extension_ui_response", id: event.id, value: approve });
      }
      if (event.type === "agent_end") break;
    }
  } finally {
    pi.kill();
  }
  for (const fact of ["loopback / plain", `127.0.0.1:${server.port}`, "read ls", "Say what the notes hold."])
    expect(title).toContain(fact);
  const [run] = recordedRuns(project);
  expect(run).toMatchObject({ status: "completed", approval: { source: "person" } });
  const seal = run?.plan?.executionFingerprint.slice("sha256:v1:".length, "sha256:v1:".length + 4);
  expect(title).toContain(`Seal   ${seal}`);
  expect(toolResults(parentsOf(server.requests).at(-1))[0]).toContain(`The notes say: ${theFact}`);
  console.info(title);
});
