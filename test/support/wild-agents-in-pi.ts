import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { trustProject } from "./auditor-project.ts";
import { type ModelServer, startModelServer } from "./model-server.ts";
import type { PiHost } from "./pi-hosts.ts";
import { openPi, type PiSession } from "./pi-session.ts";
import { createTempProject, type TempProject } from "./temp-project.ts";
import { wildAgentFiles, wildAgents } from "./wild-agents.ts";

/** The agents that people have already: on the list with what is to be said about each, and one of them enabled and run. */
export function wildAgentRuns(host: PiHost): void {
  describe(`thirty Markdown agents in ${host.name}`, () => {
    let server: ModelServer;
    let project: TempProject;
    let pi: PiSession;
    beforeAll(async () => {
      server = await startModelServer({ script: [{ text: "All is well." }] });
      project = createTempProject({ server, files: wildAgentFiles });
      await trustProject(project);
      pi = await openPi({ host, project, width: 200, height: 300 });
    });
    afterAll(async () => {
      await pi?.kill();
      await server?.close();
      project?.remove();
    });

    test("are listed, each with what is to be said about it, and none is enabled", async () => {
      await pi.command("/forge-agent profiles");
      const screen = await pi.waitForText("project:writers");
      const listed = screen.split("▏  project:").slice(1);
      const said = listed.map((lines) => ({
        id: `project:${lines.split(" ")[0]}`,
        usable: lines.split("\n")[0]?.includes("not enabled"),
        codes: [...lines.matchAll(/▏ {4}(?:error|warning|info) ([a-z-]+\.[a-z-]+):/g)].map(([, code]) => code).sort(),
      }));
      const expected = wildAgents.map(({ id, usable = true, codes }) => ({ id, usable, codes }));
      expect(new Map(said.map((each) => [each.id, each]))).toEqual(new Map(expected.map((each) => [each.id, each])));
      expect(screen).toContain("One line. Another: one.");
    });

    test("one is enabled in the panel and run, its braces as they are", async () => {
      await pi.reset();
      await pi.command("/forge-agent run with-shell Look around.");
      const panel = await pi.waitForPanel();
      expect(panel).toContain("project:with-shell");
      expect(panel).toMatch(/enable/i);
      await pi.press("C-y");
      await pi.waitForText("✓ with-shell");
      const [request] = server.requests;
      const sent = JSON.stringify(request?.json.messages);
      expect(sent).toContain("You look at {{ this }} and {% that %}.");
      const tools = request?.json.tools?.map((each: { function: { name: string } }) => each.function.name);
      // A machine without the search programs offers fewer; no machine offers the shell that the file asks for.
      expect(tools).toContain("read");
      expect(["find", "grep", "read"]).toEqual(expect.arrayContaining(tools));
    });
  });
}
