import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { PiHost } from "./pi-hosts.ts";
import { openPi } from "./pi-session.ts";
import { createTempProject, type TempProject } from "./temp-project.ts";

/** What `init` writes into an empty directory, in this order. */
export const firstFiles = [
  ".pi/forge/agent-profiles/reviewer.json",
  ".pi/forge/prompt-stacks/reviewer.json",
  ".pi/forge/agent-profiles/scout.json",
  ".pi/forge/prompt-stacks/scout.json",
  ".pi/forge/subagents.json",
  ".pi/forge/schemas/agent-profile.schema.json",
  ".pi/forge/schemas/prompt-stack.schema.json",
  ".pi/forge/schemas/subagents.schema.json",
] as const;

export function jsonFile({ root }: TempProject, path: string) {
  return JSON.parse(readFileSync(join(root, path), "utf8"));
}

/** From an empty directory to the exact prompt, without a file written by hand. */
export function firstUse(host: PiHost): void {
  describe(`the first use in ${host.name}`, () => {
    let project: TempProject;
    beforeEach(() => {
      project = createTempProject();
    });
    afterEach(() => project.remove());

    test("init in an empty directory asks, writes, and then plan prints the exact prompt", async () => {
      const pi = await openPi({ host, project, width: 120, height: 60 });
      try {
        await pi.command("/forge-agent init");
        const question = await pi.waitForText("Write 8 files");
        for (const path of firstFiles) expect(question).toContain(path);
        expect(existsSync(join(project.root, ".pi"))).toBe(false);
        await pi.press("Down", "Enter");
        await pi.waitForText("What would be written");
        await pi.press("Escape");
        await pi.waitForText("Write 8 files");
        await pi.press("Down", "Down", "Enter");
        await pi.waitForText("wrote .pi/forge/schemas/subagents.schema.json");
        expect(jsonFile(project, firstFiles[0])).toMatchObject({
          id: "reviewer",
          model: { provider: "loopback", id: "plain" },
        });
        await pi.reset();
        await pi.command("/forge-agent plan reviewer Check the loop.");
        const plan = await pi.waitForText("--- system prompt ---");
        expect(plan).toContain("project:reviewer");
        const [first = ""] = jsonFile(project, firstFiles[1]).items[0].content.split("\n");
        expect(plan.replaceAll(/\s+/g, " ")).toContain(first.slice(0, 60));
      } finally {
        await pi.kill();
      }
    });
  });
}
