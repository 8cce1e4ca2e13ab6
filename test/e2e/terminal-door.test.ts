import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterEach, beforeEach, expect, test } from "vitest";
import { recordedRuns } from "../support/auditor-project.ts";
import { type ModelServer, startModelServer } from "../support/model-server.ts";
import { createTempProject, loopback, type TempProject } from "../support/temp-project.ts";
import { builtCommand, type CommandOptions, runCommand } from "../support/terminal-command.ts";
import { openTerminal } from "../support/tmux.ts";

let server: ModelServer;
let project: TempProject;

beforeEach(async () => {
  server = await startModelServer({ script: [{ text: "All is well." }] });
  project = createTempProject({ server, files: { "notes.txt": "A note.\n" } });
});

afterEach(async () => {
  await server.close();
  project.remove();
});

const forgeAgent = (args: readonly string[], options?: CommandOptions) => runCommand(project, args, options);

/** Rewrites the one provider of the user's models file. */
function changeProvider(change: object): void {
  const file = join(project.agentDir, "models.json");
  const { providers } = JSON.parse(readFileSync(file, "utf8"));
  const provider = { ...providers[loopback.provider], ...change };
  project.write(file, JSON.stringify({ providers: { ...providers, [loopback.provider]: provider } }));
}

test("a variable that the models file names reaches the child of Pi's own default model, by that name alone", async () => {
  changeProvider({ apiKey: "HOUSE_KEY", headers: { "X-Team": "HOUSE_TEAM" } });
  const environment = { HOUSE_KEY: "key-of-the-house", HOUSE_TEAM: "blue", HOUSE_DOOR: "open" };
  const ended = await forgeAgent(["run", "reviewer", "--yes", "--json", "--", "Look."], { environment });
  expect(ended.code, ended.stderr).toBe(0);
  expect(server.requests[0]?.headers).toMatchObject({ authorization: "Bearer key-of-the-house", "x-team": "blue" });
  const { facts } = ended.json().plan;
  expect(facts.environment).toEqual(expect.arrayContaining(["HOUSE_KEY", "HOUSE_TEAM"]));
  expect(facts.environment).not.toContain("HOUSE_DOOR");
  expect(facts.destination.origin).toBe("models-file");
  expect(ended.stdout).not.toContain("key-of-the-house");
});

test.each([[["--version"]], [["-v"]]])("%j is the version of this package", async (args) => {
  const { name, version } = JSON.parse(readFileSync(join(import.meta.dirname, "..", "..", "package.json"), "utf8"));
  expect(await forgeAgent(args)).toMatchObject({ code: 0, stdout: `${name} ${version}\n`, stderr: "" });
});

test.each([[["-h"]], [["--help"]], [["run", "--help"]], [["history", "-h"]]])("%j is the help", async (args) => {
  const ended = await forgeAgent(args);
  expect(ended).toMatchObject({ code: 0, stderr: "" });
  expect(ended.stdout).toContain("forge-agent run <profile> [options] [--] <task>");
  expect(ended.stdout).not.toContain("/forge-agent");
});

/** The exit code of the command with its output led elsewhere, and what it said besides. */
async function ledTo(outlet: string, args: string): Promise<string> {
  const line = `"${process.execPath}" "${builtCommand}" ${args} ${outlet}; echo "code \${PIPESTATUS[0]}"`;
  const { stdout, stderr } = await promisify(execFile)("bash", ["-c", line], {
    cwd: project.root,
    env: project.environment,
  });
  return stdout + stderr;
}

test("a reader that leaves early takes no run with it, and is no fault", async () => {
  const args = `run reviewer --model ${loopback.provider}/${loopback.plain} --yes -- Look.`;
  expect(await ledTo("2>&1 | true", args)).toBe("code 0\n");
  expect(recordedRuns(project)).toMatchObject([{ response: { output: { text: "All is well." } } }]);
});

test.runIf(process.platform === "linux")("an output that cannot be written is said, and is no success", async () => {
  const said = await ledTo(">/dev/full", "help");
  expect(said).toContain("code 1\n");
  expect(said).toContain("error output.unwritable: ");
});

test("a current directory that was removed is refused by name", async () => {
  const line = `mkdir gone && cd gone && rmdir ../gone && "${process.execPath}" "${builtCommand}" config 2>&1; echo "code $?"`;
  const { stdout } = await promisify(execFile)("bash", ["-c", line], { cwd: project.root, env: project.environment });
  expect(stdout).toMatch(/^error command\.cwd: .*\ncode 2\n$/);
});

test("where standard input is an attachment, the person is asked on the terminal itself", async () => {
  const line = `echo piped words | "$0" "$1" run reviewer --attach - --model ${loopback.provider}/${loopback.plain} -- Look.`;
  const terminal = await openTerminal({
    command: ["bash", "-c", line, process.execPath, builtCommand],
    cwd: project.root,
    environment: project.environment,
  });
  try {
    await terminal.waitForText("ready: press Ctrl+Y");
    await terminal.press("C-y");
    expect(await terminal.exitStatus()).toBe(0);
    expect(await terminal.screen()).toContain("All is well.");
    expect(JSON.stringify(server.requests[0]?.json)).toContain("piped words");
  } finally {
    await terminal.kill();
  }
});
