import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { firstFiles, firstUse, jsonFile } from "../support/first-use.ts";
import { oldPi } from "../support/pi-hosts.ts";
import { createTempProject, loopback, type TempProject } from "../support/temp-project.ts";
import { runCommand } from "../support/terminal-command.ts";

let project: TempProject;
beforeEach(() => {
  project = createTempProject();
});
afterEach(() => project.remove());

const model = `${loopback.provider}/${loopback.plain}`;
firstUse(oldPi());

test("in a terminal: nothing without a yes, the same files with one, and never twice", async () => {
  const options = ["--pi", oldPi().scriptPath, "--model", model];
  const asked = await runCommand(project, ["init", ...options]);
  expect(asked.code).toBe(3);
  expect(asked.stderr).toContain(".pi/forge/prompt-stacks/scout.json");
  expect(existsSync(join(project.root, ".pi"))).toBe(false);

  const done = await runCommand(project, ["init", "--yes", "--json", ...options]);
  expect(done.json()).toMatchObject({ status: "written", written: firstFiles, trusted: true, diagnostics: [] });
  expect(readdirSync(join(project.root, ".pi/forge")).sort()).toEqual([
    "agent-profiles",
    "prompt-stacks",
    "schemas",
    "subagents.json",
  ]);

  const plan = await runCommand(project, [
    "plan",
    "project:reviewer",
    "--json",
    "--pi",
    oldPi().scriptPath,
    "--",
    "Check.",
  ]);
  const { content } = jsonFile(project, firstFiles[1]).items[0];
  const [head, tail] = content.split("{{ runtime.cwd }}");
  expect(plan.json().systemPrompt.startsWith(head)).toBe(true);
  expect(plan.json().systemPrompt.endsWith(tail.split("{{ runtime.selectedToolsText }}")[1])).toBe(true);
  expect(plan.json().messages.at(-1).content).toEqual([{ type: "text", text: "Check." }]);

  const again = await runCommand(project, ["init", "--yes", ...options]);
  expect(again.stdout).toContain("kept: ");
  expect(again.stdout).not.toContain("wrote");
});
