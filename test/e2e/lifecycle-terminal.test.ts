import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { recordedRuns } from "../support/auditor-project.ts";
import { type ModelServer, type Script, startModelServer } from "../support/model-server.ts";
import { createTempProject, loopback, type TempProject } from "../support/temp-project.ts";
import {
  endProcesses,
  listing,
  processesWith,
  processGone,
  type RunningCommand,
  runCommand,
  startCommand,
} from "../support/terminal-command.ts";

let server: ModelServer;
let project: TempProject;

beforeEach(async () => {
  server = await startModelServer();
  project = createTempProject({ server, files: { "notes.txt": "A note.\n" } });
  // Any Pi writes this file at its first start.
  project.write(join(project.agentDir, "auth.json"), "{}");
});

afterEach(async () => {
  endProcesses(processes());
  await server.close();
  project.remove();
});

/** Everything that runs with this project's agent directory: the command, and what it started. */
const processes = () => processesWith("PI_CODING_AGENT_DIR", project.agentDir);
const childrenOf = (command: RunningCommand) => processes().filter((pid) => pid !== command.pid);

const run = (...args: readonly string[]) => [
  "run",
  "reviewer",
  ...["--model", `${loopback.provider}/${loopback.plain}`, "--yes", "--json"],
  ...args,
];

/** The first turn calls a tool; the second stops in the middle of a sentence, and never goes on. */
const stopsInMidText: Script = ({ turn }) =>
  turn === 0
    ? { tools: [{ name: "ls", arguments: { path: "." } }], usage: { input: 700, output: 30 } }
    : { text: ["I have seen", " half of"], hang: "body" };
const half = "I have seen half of";
const firstTurn = { input: 700, output: 30, total: 730 };

/** A run whose second turn hangs, with its child. */
async function hanging(...args: readonly string[]) {
  server.setScript(stopsInMidText);
  const before = listing(project);
  const command = startCommand(project, run(...args, "--", "Look."));
  await command.said("answering");
  const children = childrenOf(command);
  expect(children).toHaveLength(1);
  return { command, before, child: children[0] ?? 0 };
}

/** Nothing is left but the record, and that holds what was said and paid for. */
function expectKept(before: readonly string[], answer: { recordId: string }): void {
  expect(processes()).toEqual([]);
  expect(listing(project)).toEqual(before);
  const [kept] = recordedRuns(project);
  expect(kept?.id).toBe(answer.recordId);
  expect(kept?.response).toMatchObject({ output: { text: half, partial: true }, usage: { tokens: firstTurn } });
}

test("an interrupt in mid-text ends the run soon, keeps what was said and leaves nothing else", async () => {
  const { command, before } = await hanging();
  const interrupted = performance.now();
  command.kill("SIGINT");
  const ended = await command.ended;
  expect(performance.now() - interrupted).toBeLessThan(6_000);
  expect(ended.code).toBe(130);
  const answer = ended.json();
  expect(answer).toMatchObject({
    status: "cancelled",
    output: { text: half, partial: true },
    usage: { tokens: firstTurn },
    childReport: { requests: [{ number: 1 }, { number: 2 }] },
  });
  expectKept(before, answer);
});

test("the time limit in mid-text does the same", async () => {
  const limit = 20_000;
  const { command, before } = await hanging("--timeout-ms", `${limit}`);
  const ended = await command.ended;
  expect(ended.code).toBe(4);
  const answer = ended.json();
  expect(answer).toMatchObject({
    status: "timed-out",
    enforcedTimeoutMs: limit,
    output: { text: half, partial: true },
    usage: { tokens: firstTurn },
  });
  expect(answer.durationMs).toBeGreaterThanOrEqual(limit);
  expect(answer.durationMs).toBeLessThan(limit + 6_000);
  expectKept(before, answer);
});

test("a killed command takes its child with it, and the next one clears up", async () => {
  const { command, before, child } = await hanging();
  command.kill("SIGKILL");
  await processGone(child, 5_000);
  expect((await command.ended).code).toBeNull();
  expect(await server.requests[1]?.closed).toBe("dropped");
  expect(processes()).toEqual([]);
  expect(
    (
      await runCommand(project, [
        "plan",
        ...run("--", "Look.")
          .slice(1)
          .filter((word) => word !== "--yes"),
      ])
    ).code,
  ).toBe(0);
  expect(listing(project)).toEqual(before);
});

test("a killed child is a failed run that keeps what was said", async () => {
  const { command, before, child } = await hanging();
  process.kill(child, "SIGKILL");
  const ended = await command.ended;
  expect(ended.code).toBe(1);
  const answer = ended.json();
  expect(answer).toMatchObject({ status: "failed", error: { code: "pi-subprocess.child-exit" } });
  expectKept(before, answer);
});

test("an answer to a task from standard input is exit 0, with the sealed texts, byte for byte, and both fingerprints", async () => {
  server.setScript([{ text: "All is well." }]);
  const task = "\ufeff--yes\r\n\t“quoted” \u{1f50d}\u2028  \n\n";
  const before = listing(project);
  const ended = await runCommand(project, run("--", "-"), { input: task });
  expect(ended.code, ended.stderr).toBe(0);
  const answer = ended.json();
  const fingerprint = expect.stringMatching(/^sha256:v1:[0-9a-f]{64}$/);
  expect(answer).toMatchObject({
    status: "completed",
    output: { text: "All is well.", partial: false },
    approval: { source: "command-line", executionFingerprint: answer.plan.executionFingerprint },
    plan: { conversationFingerprint: fingerprint, executionFingerprint: fingerprint },
  });
  expect(answer.plan.messages.at(-1).content).toEqual([{ type: "text", text: task }]);
  const sent = server.requests[0]?.json.messages.at(-1).content;
  expect(typeof sent === "string" ? sent : sent[0].text).toBe(task);
  expect(listing(project)).toEqual(before);
  expect(processes()).toEqual([]);
});

test("an error of the provider is exit 1", async () => {
  server.setScript([{ status: 401, errorBody: { error: { message: "No such key.", type: "auth" } } }]);
  const ended = await runCommand(project, run("--", "Look."));
  expect(ended.code, ended.stderr).toBe(1);
  expect(ended.json()).toMatchObject({ status: "failed", error: { message: expect.stringContaining("No such key.") } });
});

test("a limit that is reached is exit 5", async () => {
  project.write(join(project.home, ".pi/forge/subagents.json"), JSON.stringify({ maxTurns: 1, maxTurn: 2 }));
  server.setScript([{ text: "First,", tools: [{ name: "ls", arguments: { path: "." } }] }]);
  const ended = await runCommand(project, run("--", "Look."));
  expect(ended.code, ended.stderr).toBe(5);
  expect(ended.json()).toMatchObject({ status: "limit-reached", reachedLimit: "maxTurns" });
  // What was written wrongly is said also where nobody looks at a panel.
  expect(ended.stderr).toContain('warning config.unknown-key: "maxTurn"');
  expect(server.requests).toHaveLength(1);
});

test.each(["SIGINT", "SIGTERM"] as const)(
  "%s while Pi is asked for the model is exit 130, and nothing is sent",
  async (signal) => {
    const before = listing(project);
    const command = startCommand(project, run("--", "Look."));
    await command.said("preparing");
    command.kill(signal);
    const ended = await command.ended;
    expect(ended.code, ended.stderr).toBe(130);
    expect(ended.json()).toEqual({ status: "aborted" });
    expect(server.requests).toHaveLength(0);
    expect(processes()).toEqual([]);
    expect(listing(project)).toEqual(before);
  },
);

test("an interrupt while Pi's default model is found out is exit 130", async () => {
  const command = startCommand(project, ["run", "reviewer", "--yes", "--json", "--", "Look."]);
  await command.said("Pi 0.");
  command.kill("SIGINT");
  const ended = await command.ended;
  expect(ended.code, ended.stderr).toBe(130);
  expect(ended.json()).toEqual({ status: "aborted" });
  expect(processes()).toEqual([]);
  expect(server.requests).toHaveLength(0);
});

test("an interrupt while the task is read is exit 130", async () => {
  const command = startCommand(project, run("--", "-"), { input: "keep open" });
  await command.said("standard input");
  command.kill("SIGINT");
  const ended = await command.ended;
  expect(ended.code, ended.stderr).toBe(130);
  expect(ended.json()).toEqual({ status: "aborted" });
});

test("without --json the answer alone is on standard output", async () => {
  server.setScript([{ text: "Plain\nanswer" }]);
  const ended = await runCommand(
    project,
    run("--", "Look.").filter((word) => word !== "--json"),
  );
  expect(ended).toMatchObject({ code: 0, stdout: "Plain\nanswer\n" });
});
