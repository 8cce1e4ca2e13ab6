import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { oldPi } from "../support/pi-hosts.ts";
import { openPi } from "../support/pi-session.ts";
import { createTempProject, loopback, type TempProject } from "../support/temp-project.ts";
import { runCommand } from "../support/terminal-command.ts";

let project: TempProject;
beforeEach(() => {
  project = createTempProject();
});
afterEach(() => project.remove());

const model = `${loopback.provider}/${loopback.plain}`;
const written = [
  ".pi/forge/agent-profiles/reviewer.json",
  ".pi/forge/prompt-stacks/reviewer.json",
  ".pi/forge/agent-profiles/scout.json",
  ".pi/forge/prompt-stacks/scout.json",
  ".pi/forge/subagents.json",
];

function fileOf(path: string) {
  return JSON.parse(readFileSync(join(project.root, path), "utf8"));
}

test("in Pi: init in an empty directory, then plan prints the exact prompt", async () => {
  const pi = await openPi({ host: oldPi(), project, width: 120, height: 60 });
  try {
    await pi.command("/forge-agent init");
    const question = await pi.waitForText("Write 5 files", 60_000);
    for (const path of written) expect(question).toContain(path);
    expect(existsSync(join(project.root, ".pi"))).toBe(false);
    await pi.press("Down", "Enter");
    await pi.waitForText("What would be written");
    await pi.press("Escape");
    await pi.waitForText("Write 5 files");
    await pi.press("Enter");
    await pi.waitForText("wrote .pi/forge/subagents.json");
    expect(fileOf(written[0] ?? "")).toMatchObject({ id: "reviewer", model: { provider: "loopback", id: "plain" } });
    await pi.reset();
    await pi.command("/forge-agent plan reviewer Check the loop.");
    const plan = await pi.waitForText("--- system prompt ---", 60_000);
    expect(plan).toContain("project:reviewer");
    const [first = ""] = fileOf(written[1] ?? "").items[0].content.split("\n");
    expect(plan.replaceAll(/\s+/g, " ")).toContain(first.slice(0, 60));
  } finally {
    await pi.kill();
  }
});

test("in a terminal: nothing without a yes, the same files with one, and never twice", async () => {
  const options = ["--pi", oldPi().scriptPath, "--model", model];
  const asked = await runCommand(project, ["init", ...options]);
  expect(asked.code).toBe(3);
  expect(asked.stderr).toContain(".pi/forge/prompt-stacks/scout.json");
  expect(existsSync(join(project.root, ".pi"))).toBe(false);

  const done = await runCommand(project, ["init", "--yes", "--json", ...options]);
  expect(done.json()).toMatchObject({ status: "written", written, trusted: true, diagnostics: [] });
  expect(readdirSync(join(project.root, ".pi/forge")).sort()).toEqual([
    "agent-profiles",
    "prompt-stacks",
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
  const { content } = fileOf(written[1] ?? "").items[0];
  const [head, tail] = content.split("{{ runtime.cwd }}");
  expect(plan.json().systemPrompt.startsWith(head)).toBe(true);
  expect(plan.json().systemPrompt.endsWith(tail.split("{{ runtime.selectedToolsText }}")[1])).toBe(true);
  expect(plan.json().messages.at(-1).content).toEqual([{ type: "text", text: "Check." }]);

  const again = await runCommand(project, ["init", "--yes", ...options]);
  expect(again.stdout).toContain("kept: ");
  expect(again.stdout).not.toContain("wrote");
});
