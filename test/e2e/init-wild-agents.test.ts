import { afterAll, beforeAll, expect, test } from "vitest";
import { oldPi } from "../support/pi-hosts.ts";
import { createTempProject, loopback, type TempProject } from "../support/temp-project.ts";
import { runCommand } from "../support/terminal-command.ts";
import { wildAgentFiles, wildAgents } from "../support/wild-agents.ts";
import { wildAgentRuns } from "../support/wild-agents-in-pi.ts";

wildAgentRuns(oldPi());

let project: TempProject;
beforeAll(() => {
  project = createTempProject({ files: wildAgentFiles });
});
afterAll(() => project?.remove());

interface Listed {
  readonly id: string;
  readonly usable: boolean;
  readonly enabled: boolean;
  readonly diagnostics: readonly { readonly code: string; readonly message: string }[];
}

test("in a terminal: the same thirty are listed, each with what is to be said about it", async () => {
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
  const expected = wildAgents.map(({ id, usable = true, codes }) => ({ id, usable, codes }));
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
