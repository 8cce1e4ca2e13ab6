import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type ModelServer, startModelServer } from "../support/model-server.ts";
import { createTempProject, loopback, type TempProject } from "../support/temp-project.ts";
import { type CommandOptions, runCommand } from "../support/terminal-command.ts";

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
