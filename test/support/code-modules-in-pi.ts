import { existsSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { trustProject } from "./auditor-project.ts";
import type { PiHost } from "./pi-hosts.ts";
import { openPi, type PiSession } from "./pi-session.ts";
import { createTempProject, loopback, type TempProject } from "./temp-project.ts";

const profile = {
  schemaVersion: 1,
  type: "pi-forge.agent-profile",
  id: "member",
  model: { provider: loopback.provider, id: loopback.plain },
  thinkingLevel: "off",
  promptStack: "member",
};
const stack = {
  schemaVersion: 2,
  type: "pi-forge.prompt-stack",
  id: "member",
  parameters: { team: "Payments" },
  items: [
    { kind: "block", id: "b", role: "system", content: "You are in {{ extensions.team }}." },
    { kind: "slot", id: "h", slot: "chat-history" },
  ],
};
/** Leaves a file as soon as it is loaded. A module may import nothing but its neighbours, and still runs as the user. */
const team = `import { prefix } from "./parts/prefix.mjs";
process.getBuiltinModule("node:fs").writeFileSync("ran", "");
export default ({ registerMacro }) =>
  registerMacro({ name: "team", source: "tests", render: ({ env }) => prefix + env.parameters.team });
`;

/** Code in a project runs only after a person's yes that is about code; then its macro is in the prompt. */
export function codeModules(host: PiHost): void {
  describe(`a project's code module in ${host.name}`, () => {
    let project: TempProject;
    let pi: PiSession;
    beforeAll(async () => {
      project = createTempProject({
        files: {
          ".pi/forge/agent-profiles/member.json": JSON.stringify(profile),
          ".pi/forge/prompt-stacks/member.json": JSON.stringify(stack),
          ".pi/forge/extensions/team.mjs": team,
          ".pi/forge/extensions/parts/prefix.mjs": `export const prefix = "team ";\n`,
        },
      });
      await trustProject(project);
      pi = await openPi({ host, project });
    });
    afterAll(async () => {
      await pi?.kill();
      project?.remove();
    });

    test("runs after the question about code, not before it, and is in the prompt", async () => {
      const ran = () => existsSync(join(project.root, "ran"));
      await pi.command("/forge-agent plan member Look.");
      const question = await pi.waitForText("Ctrl+Y let it run");
      expect(question).toContain("LET THIS PROJECT'S CODE RUN AS YOU?");
      expect(question).toContain("team.mjs");
      expect(ran()).toBe(false);
      await pi.press("C-y");
      expect(await pi.waitForText("--- system prompt ---")).toContain("You are in team Payments.");
      expect(ran()).toBe(true);
    });
  });
}
