import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { auditorScript, createAuditorProject, trustProject } from "./auditor-project.ts";
import { type ModelServer, startModelServer } from "./model-server.ts";
import type { PiHost } from "./pi-hosts.ts";
import { openPi, type PiSession } from "./pi-session.ts";
import { loopback, type TempProject } from "./temp-project.ts";

const run = "/forge-agent run auditor Say what the notes hold.";

/** What a person asks in the real Pi, and what Pi asks a person when a file changes. Nothing of it contacts a provider. */
export function questionsInPi(host: PiHost): void {
  describe(`questions in ${host.name}`, () => {
    let server: ModelServer;
    let project: TempProject;
    let pi: PiSession;
    beforeAll(async () => {
      server = await startModelServer({ script: auditorScript });
      project = createAuditorProject(server);
      await trustProject(project);
      pi = await openPi({ host, project, width: 80 });
    });
    afterEach(async () => {
      expect(server.requests).toHaveLength(0);
      await pi.reset();
    });
    afterAll(async () => {
      await pi?.kill();
      await server?.close();
      project?.remove();
    });
    const settings = () => join(project.home, ".pi", "forge", "subagents.json");

    test.each<[string, string, readonly string[]]>([
      [
        "/forge-agent status",
        "forge-agent status",
        ["trusted since", "host        this extension", `Pi          ${host.version}`],
      ],
      ["/forge-agent profiles", "forge-agent profiles", ["project:auditor", `${loopback.provider}/${loopback.plain}`]],
      ["/forge-agent backends", "forge-agent backends", ["pi-subprocess-readonly", "default", "without an OS sandbox"]],
      ["/forge-agent config", "forge-agent config", ["timeoutMs", "600000 (10 min)  built-in"]],
      ["/subagent list", "subagent list", ["project:auditor", "enabled"]],
      ["/subagent plan auditor Look.", "subagent plan", ["profile", "project:auditor"]],
    ])("%s answers on the screen", async (command, title, shown) => {
      await pi.command(command);
      const screen = await pi.waitForScreen((each) => each.includes(title) && each.includes("Esc"), title);
      for (const text of shown) expect(screen).toContain(text);
    });

    test("a word that is no command is answered with the one that was meant, and one level", async () => {
      await pi.command("/forge-agent statsu");
      const screen = await pi.waitForText(/Did you mean\s+"status"/);
      expect(screen).not.toContain("error command.unknown-verb");
      expect(screen).toContain("command.unknown-verb");
    });

    test("an edit that narrows applies at the next run, and nothing is asked about it", async () => {
      project.write(settings(), JSON.stringify({ timeoutMs: 5_000 }));
      await pi.command(run);
      expect(await pi.waitForPanel()).toMatch(/\b5 s\b/);
      await pi.press("Escape");
      await pi.waitForText(/auditor: not now/);
    });

    test("an edit that widens is asked about before the panel, and a stray Enter allows nothing", async () => {
      project.write(settings(), JSON.stringify({ timeoutMs: 5_000, allowPaths: [".env"] }));
      await pi.command(run);
      const question = await pi.waitForText("Files allow more than when this session began");
      expect(question).toContain('allowPaths: [] -> [".env"]');
      await pi.press("Enter");
      const panel = await pi.waitForPanel();
      expect(panel).not.toContain("allows .env");
      await pi.press("Escape");
      await pi.waitForText(/auditor: not now/);
    });
  });
}
