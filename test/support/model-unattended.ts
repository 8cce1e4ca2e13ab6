import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createAuditorProject, recordedRuns, theFact, trustProject } from "./auditor-project.ts";
import { type ModelServer, startModelServer } from "./model-server.ts";
import { childrenOf, parentScript, parentsOf, toolResults } from "./parent-model.ts";
import { type PiHost, partOf, takesPart } from "./pi-hosts.ts";
import { builtExtension } from "./pi-session.ts";
import { loopback, type TempProject } from "./temp-project.ts";

const task = "Say what the notes hold.";
const call = (more: object = {}) => [
  { name: "forge_subagent", arguments: { profileId: "project:auditor", task, ...more } },
];
const script = parentScript({
  "as configured": [call()],
  "again and again": [call(), call()],
  "another model": [call({ model: `${loopback.provider}/${loopback.reasoning}` })],
  "another backend": [call({ backend: "pi-rpc-readonly" })],
  "an unknown backend": [call({ backend: "nowhere" })],
});

const enabled = { "project:auditor": { enabled: true } };
const allowed = { allowAgentInvocationWithoutApproval: true, profiles: enabled };
const text = (value: object) => JSON.stringify(value, null, 2);
const projectFile = ".pi/forge/subagents.json";

interface Refusal {
  readonly name: string;
  readonly files: Readonly<Record<string, string>>;
  readonly global?: object;
  readonly trusted?: false;
  readonly prompt?: string;
  readonly code: string;
}

const refusals: readonly Refusal[] = [
  {
    name: "only a global file says so",
    files: { [projectFile]: text({ profiles: enabled }) },
    global: { allowAgentInvocationWithoutApproval: true },
    code: "approval.no-ui",
  },
  {
    name: "the value is malformed, although the global file says true",
    files: { [projectFile]: text({ ...allowed, allowAgentInvocationWithoutApproval: "yes" }) },
    global: { allowAgentInvocationWithoutApproval: true },
    code: "approval.no-ui",
  },
  { name: "the project is not trusted", files: { [projectFile]: text(allowed) }, trusted: false, code: "host.trust" },
  {
    name: "the legacy section has the wrong type",
    files: { [projectFile]: text({ profiles: enabled }), ".pi/forge/config.json": text({ subagents: [allowed] }) },
    code: "approval.no-ui",
  },
  {
    name: "the legacy section's value has the wrong type",
    files: {
      [projectFile]: text({ profiles: enabled }),
      ".pi/forge/config.json": text({ subagents: { allowAgentInvocationWithoutApproval: 1 } }),
    },
    code: "approval.no-ui",
  },
  {
    name: "the call names a model",
    files: { [projectFile]: text(allowed) },
    prompt: "another model",
    code: "unattended.override",
  },
  {
    name: "the call names another backend",
    files: { [projectFile]: text(allowed) },
    prompt: "another backend",
    code: "unattended.override",
  },
  {
    name: "no run is left",
    files: { [projectFile]: text({ ...allowed, unattendedMaxRuns: 0 }) },
    code: "approval.no-ui",
  },
  {
    name: "a person must approve and there is none",
    files: { [projectFile]: text({ profiles: enabled }) },
    code: "approval.no-ui",
  },
  {
    name: "the profile is not enabled",
    files: { [projectFile]: text({ ...allowed, profiles: {} }) },
    code: "host.profile-disabled",
  },
];

/** Without a screen: a run that nobody is asked about, where the trusted project's own file says so, and nowhere else. */
export function unattendedRuns(host: PiHost): void {
  // Which of them it is, is decided by us and not by the host, so two hosts can share them.
  const asked = refusals.filter((_, index) => takesPart(index, partOf(host)));
  describe(`the parent model delegates without a screen in ${host.name}`, () => {
    let server: ModelServer;
    beforeAll(async () => {
      server = await startModelServer({ script });
    });
    afterAll(() => server?.close());

    test("runs unasked in a trusted project that says so, within its caps, and says by whose leave", async () => {
      const files = { [projectFile]: text({ ...allowed, unattendedMaxRuns: 1 }) };
      await inProject(server, { files }, async (project) => {
        const before = server.requests.length;
        expect(await printMode(host, project, "again and again")).toContain("The parent is done.");
        const requests = server.requests.slice(before);
        const [first, second] = toolResults(parentsOf(requests).at(-1));
        expect(first).toContain(`The notes say: ${theFact}`);
        expect(second).toContain("unattended.runs-used");
        expect(childrenOf(requests)).toHaveLength(3);
        const [refusedRun, run, ...others] = recordedRuns(project);
        expect(others).toEqual([]);
        expect(refusedRun).toMatchObject({ status: "refused", asker: "model" });
        expect(refusedRun?.approval).toBeUndefined();
        expect(run).toMatchObject({ status: "completed", asker: "model", approval: { source: "project-config" } });
        const bytes = sessionBytes(project);
        expect(bytes).toBeLessThanOrEqual(64 * 1024);
        console.info(`${host.name}: the session with one run has ${bytes} bytes of tool results.\n${first}\n${second}`);
      });
    });

    test.each(asked)("refuses at once when $name", async ({ prompt = "as configured", code, ...setting }) => {
      await inProject(server, setting, async (project) => {
        const before = server.requests.length;
        expect(await printMode(host, project, prompt)).toContain("The parent is done.");
        const requests = server.requests.slice(before);
        expect(toolResults(parentsOf(requests).at(-1)).at(-1)).toContain(code);
        expect(childrenOf(requests)).toHaveLength(0);
        expect(recordedRuns(project)).toEqual([]);
      });
    });
  });
}

async function inProject(
  server: ModelServer,
  { files, global, trusted }: Pick<Refusal, "files" | "global" | "trusted">,
  use: (project: TempProject) => Promise<void>,
): Promise<void> {
  const project = createAuditorProject(server, files);
  try {
    if (global) project.write(join(project.home, ".pi", "forge", "subagents.json"), text(global));
    if (trusted !== false) await trustProject(project);
    await use(project);
  } finally {
    project.remove();
  }
}

async function printMode(host: PiHost, project: TempProject, prompt: string): Promise<string> {
  const model = ["--provider", loopback.provider, "--model", loopback.plain];
  const sessions = ["--session-dir", join(project.base, "sessions")];
  const args = [host.scriptPath, "-e", builtExtension, ...model, ...sessions, "-p", prompt];
  const pi = spawn(host.execPath, args, {
    cwd: project.root,
    env: project.environment,
    stdio: ["ignore", "pipe", "pipe"],
    timeout: 100_000,
  });
  let said = "";
  pi.stdout.setEncoding("utf8").on("data", (chunk) => (said += chunk));
  pi.stderr.setEncoding("utf8").on("data", (chunk) => (said += chunk));
  await once(pi, "close");
  return said;
}

/** What the tool's results take in the session's file. */
function sessionBytes({ base }: TempProject): number {
  const directory = join(base, "sessions");
  const files = readdirSync(directory, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".jsonl"));
  const lines = files.flatMap((name) => readFileSync(join(directory, name), "utf8").split("\n"));
  const ofTool = lines.filter((line) => line.includes('"toolResult"') && line.includes('"forge_subagent"'));
  expect(ofTool.length).toBeGreaterThan(0);
  return Math.max(...ofTool.map((line) => Buffer.byteLength(line)));
}
