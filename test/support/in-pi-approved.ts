import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  auditorScript,
  auditorSystem,
  createAuditorProject,
  recordedRuns,
  theFact,
  trustProject,
} from "./auditor-project.ts";
import { type ModelServer, startModelServer } from "./model-server.ts";
import type { PiHost } from "./pi-hosts.ts";
import { builtExtension, openPi, type PiSession, sourceExtension } from "./pi-session.ts";
import { expectSealedBodies } from "./sealed-bodies.ts";
import type { TempProject } from "./temp-project.ts";

const task = "Say what the notes hold — exactly.";

/** The main job: what was shown and approved is what is sent, and the answer is on the screen. */
export function approvedRuns(host: PiHost): void {
  describe.each([
    ["as published, in a project that is not trusted yet", builtExtension, "asks"],
    ["from its source, in a trusted project", sourceExtension, "trusted"],
  ] as const)(`an approved run in ${host.name}, %s`, (_name, extension, trust) => {
    let server: ModelServer;
    let project: TempProject;
    let pi: PiSession;
    beforeAll(async () => {
      server = await startModelServer({ script: auditorScript });
      project = createAuditorProject(server);
      if (trust === "trusted") await trustProject(project);
      pi = await openPi({ host, project, extension });
    });
    afterAll(async () => {
      await pi?.kill();
      await server?.close();
      project?.remove();
    });

    test("shows the whole prompt, sends nothing before Ctrl+Y and only the sealed text after it", async () => {
      await pi.command(`/forge-agent run auditor ${task}`);
      if (trust === "asks") await agreeToTrust(pi);

      const panel = await pi.waitForPanel();
      for (const fact of ["project:auditor", "loopback / plain", `127.0.0.1:${server.port}`, "read ls", project.root])
        expect(panel).toContain(fact);
      await pi.press("2");
      await scrollToTheEnd(pi);
      await pi.waitForPanel("Full prompt");
      expect(server.requests).toHaveLength(0);

      await pi.press("C-y");
      await pi.waitForText("✓ auditor");
      await pi.press("C-o");
      await pi.waitForText(`The notes say: ${theFact}`);

      const [run] = recordedRuns(project);
      if (!run) throw new Error("Nothing was recorded.");
      expect(run).toMatchObject({ status: "completed", approval: { source: "person", viewedFullPrompt: true } });
      expect(run.response?.output?.text).toBe(`The notes say: ${theFact}`);
      expect(run.plan?.systemPrompt).toBe(auditorSystem);
      expect(run.plan?.messages.map(({ role }) => role)).toEqual(["user", "assistant", "user"]);
      expect(run.plan?.messages.at(-1)?.content).toEqual([{ type: "text", text: task }]);
      expect(server.requests).toHaveLength(3);
      expectSealedBodies(server.requests, run);
    });

    // Once is enough: what is shown of a run depends neither on how the extension is loaded nor on trust.
    if (trust !== "trusted") return;
    test("in private, shows the answer apart, and leaves a line that says so in the chat", async () => {
      await pi.reset();
      await pi.command("/forge-agent run --private auditor Say it to me alone.");
      await pi.waitForText("ready: press");
      await pi.press("C-y");
      const shown = await pi.waitForText("forge-agent run --private auditor");
      expect(shown).toContain(`The notes say: ${theFact}`);
      expect(shown).toContain("private: nothing of this is in the conversation");
      expect(shown).not.toContain("forge-agent-output");
      await pi.press("Escape");
      await pi.waitForText("✓ auditor ran privately");
    });
  });
}

async function agreeToTrust(pi: PiSession): Promise<void> {
  await pi.waitForText("TRUST THIS PROJECT'S AGENTS?");
  await pi.waitForText("Ctrl+Y trust");
  await pi.press("C-y");
}

/** Page by page; every rule and the task were on the screen, and nothing is left below. */
async function scrollToTheEnd(pi: PiSession): Promise<void> {
  let screen = await pi.waitForText("├ Full prompt ─");
  const seen = new Set<string>();
  for (;;) {
    for (const rule of screen.match(/Rule \d+/g) ?? []) seen.add(rule);
    const below = linesBelow(screen);
    if (below === 0) break;
    await pi.press("PageDown");
    screen = await pi.waitForScreen((next) => linesBelow(next) < below, "next page");
  }
  expect(seen.size).toBe(60);
  expect(screen).toContain(task);
}

function linesBelow(screen: string): number {
  return Number(/… (\d+) more of/.exec(screen)?.[1] ?? 0);
}
