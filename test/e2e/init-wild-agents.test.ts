import { afterAll, beforeAll, expect, test } from "vitest";
import { type ModelServer, startModelServer } from "../support/model-server.ts";
import { oldPi } from "../support/pi-hosts.ts";
import { openPi, type PiSession } from "../support/pi-session.ts";
import { createTempProject, loopback, type TempProject } from "../support/temp-project.ts";
import { runCommand } from "../support/terminal-command.ts";
import { shadowed, wildAgents } from "../support/wild-agents.ts";

let server: ModelServer;
let project: TempProject;
let pi: PiSession | undefined;

beforeAll(async () => {
  server = await startModelServer({ script: [{ text: "All is well." }] });
  project = createTempProject({ server });
  for (const { path, text } of [...wildAgents, shadowed]) project.write(path, text);
  project.write(
    ".pi/forge/subagents.json",
    JSON.stringify({ modelAliases: { sonnet: `${loopback.provider}/${loopback.plain}` } }),
  );
});
afterAll(async () => {
  await pi?.kill();
  await server?.close();
  project?.remove();
});

interface Listed {
  readonly id: string;
  readonly usable: boolean;
  readonly enabled: boolean;
  readonly diagnostics: readonly { readonly code: string; readonly message: string }[];
}

test("thirty agents as people write them are listed, each with what is to be said about it", async () => {
  expect(wildAgents).toHaveLength(30);
  const model = `${loopback.provider}/${loopback.plain}`;
  const args = ["profiles", "--json", "--trust-project", "--pi", oldPi().scriptPath, "--model", model];
  const ended = await runCommand(project, args);
  const listed: Listed[] = ended.json().profiles.filter((each: Listed) => each.id.startsWith("project:"));
  const found = listed.map(({ id, usable, diagnostics }) => ({
    id,
    usable,
    codes: diagnostics.map(({ code }) => code).sort(),
  }));
  const expected = wildAgents.map(({ id, usable = true, codes }) => ({
    id,
    usable,
    codes: id === "project:deep" ? ["profile.hides-another"] : codes,
  }));
  expect(new Map(found.map((each) => [each.id, each]))).toEqual(new Map(expected.map((each) => [each.id, each])));
  expect(found).toHaveLength(30);
  expect(listed.every(({ enabled }) => !enabled)).toBe(true);
  const said = JSON.stringify(listed);
  for (const named of [
    "Bash",
    "WebFetch",
    "mcp__server__tool",
    "Write, Edit",
    '\\"opus\\": \\"provider/model\\"',
    "color",
  ])
    expect(said).toContain(named);
});

test("one of them is enabled in the panel and run, its braces as they are", async () => {
  pi = await openPi({ host: oldPi(), project });
  await pi.command("/forge-agent profiles");
  await pi.waitForText("project:", 60_000);
  await pi.reset();
  await pi.command("/forge-agent run with-shell Look around.");
  const panel = await pi.waitForPanel();
  expect(panel).toContain("project:with-shell");
  expect(panel).toMatch(/enable/i);
  await pi.press("C-y");
  await pi.waitForText("✓ with-shell", 60_000);
  const [request] = server.requests;
  const sent = JSON.stringify(request?.json.messages);
  expect(sent).toContain("You look at {{ this }} and {% that %}.");
  const tools = request?.json.tools?.map((each: { function: { name: string } }) => each.function.name);
  // A machine without the search programs offers fewer; no machine offers the shell that the file asks for.
  expect(tools).toContain("read");
  expect(["find", "grep", "read"]).toEqual(expect.arrayContaining(tools));
});
