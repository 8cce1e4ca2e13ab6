import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createAuditorProject, recordedRuns, trustProject } from "./auditor-project.ts";
import { type ModelServer, type Script, startModelServer } from "./model-server.ts";
import { childrenOf, isParent, parentScript } from "./parent-model.ts";
import type { PiHost } from "./pi-hosts.ts";
import { openPi, type PiSession } from "./pi-session.ts";
import type { TempProject } from "./temp-project.ts";
import { endProcesses, processesWith, temporaryDirectory } from "./terminal-command.ts";

const hanging = "Wait for ever.";
const half = "half of what there is";
const call = (task: string) => ({ name: "forge_subagent", arguments: { profileId: "auditor", task } });
const delegating = parentScript({ "hang now": [[call(hanging)]], "one run": [[call("Say what the notes hold.")]] });

/** The child of one task says half a sentence and never goes on. */
const script: Script = (request) => {
  const waits = !isParent(request) && request.text.includes(hanging);
  if (waits) return { text: [half], hang: "body" };
  return typeof delegating === "function" ? delegating(request) : undefined;
};

const patience = 60_000;
/** What Pi and Node print when something of an extension was not caught. */
const fault = /Unhandled|Uncaught|ERR_|is stale|TypeError|Extension error|Extension ".*" error/;

/** A session that ends while a run is at each of its steps: nothing breaks, nothing is left, nothing reaches another session. */
export function sessionEnds(host: PiHost): void {
  describe(`a session that ends in ${host.name}`, () => {
    let server: ModelServer;
    let project: TempProject;
    let pi: PiSession;
    let others: readonly number[];
    const processes = () => processesWith("PI_CODING_AGENT_DIR", project.agentDir);

    beforeAll(async () => {
      server = await startModelServer({ script });
      const made = createAuditorProject(server);
      project = { ...made, environment: { ...made.environment, TMPDIR: temporaryDirectory(made) } };
      await trustProject(project);
      pi = await openPi({ host, project, keepsSession: true });
      others = processes();
      await pi.command("Please do one run.");
      await pi.waitForPanel();
      await pi.press("C-y");
      await pi.waitForText("The parent is done.", patience);
    });
    afterAll(async () => {
      await pi?.kill();
      endProcesses(processes());
      await server?.close();
      project?.remove();
    });

    /** Types a command while the model works, when Escape would end its turn. */
    async function typeAtOnce(command: string): Promise<void> {
      await pi.type(command);
      await pi.waitForEditor((text) => text.includes(command));
      await pi.press("Enter");
    }

    async function startRun(): Promise<void> {
      const before = childrenOf(server.requests).length;
      await pi.command("Please hang now.");
      await pi.waitForPanel();
      await pi.press("C-y");
      await pi.waitForScreen(() => childrenOf(server.requests).length > before, "request of the child", patience);
      await pi.waitForText("Esc cancels", patience);
    }

    /** One more record than before, of a run that nobody let finish; its child is gone. */
    async function expectEnded(runs: number, status: RegExp): Promise<void> {
      await pi.waitForScreen(() => recordedRuns(project).length > runs, "record", patience);
      const [run] = recordedRuns(project);
      expect(run?.status).toMatch(status);
      expect(run?.sessionId).toBeTruthy();
      await pi.waitForScreen(() => processes().length <= others.length, "end of the child", patience);
    }

    async function expectClean(): Promise<void> {
      const screen = await pi.screen({ history: true });
      expect(screen).not.toMatch(fault);
      const visible = await pi.screen();
      expect(visible).not.toContain("Esc cancels");
      expect(visible).not.toContain("forge:");
    }

    let runs = 0;
    beforeEach(() => {
      runs = recordedRuns(project).length;
    });

    test("/new after a result: the new session does not show it, and the next run works", async () => {
      await typeAtOnce("/new");
      await pi.waitForText("New session started", patience);
      expect(await pi.screen()).not.toContain("✓ auditor");
      await pi.command("Please do one run.");
      await pi.waitForPanel();
      await pi.press("C-y");
      await pi.waitForText("✓ auditor", patience);
      await pi.waitForText("The parent is done.", patience);
      await expectClean();
    });

    test("/new while a run is under way ends it, and its half answer is in the history alone", async () => {
      await startRun();
      await typeAtOnce("/new");
      await pi.waitForText("New session started", patience);
      await expectEnded(runs, /^cancelled$/);
      expect(recordedRuns(project)[0]?.response?.output).toMatchObject({ text: half, partial: true });
      await expectClean();
      expect(await pi.screen()).not.toContain("auditor");
    });

    test("/reload brings a fresh extension that runs", async () => {
      await typeAtOnce("/reload");
      await pi.waitForText("Reloaded", patience);
      await pi.command("Please do one run.");
      await pi.waitForPanel();
      await pi.press("C-y");
      await pi.waitForText("The parent is done.", patience);
      await expectClean();
    });

    test("closing Pi while a run is under way records it and leaves no process", async () => {
      await startRun();
      process.kill(await pi.processId(), "SIGTERM");
      await pi.exitStatus(patience);
      const left = processes().filter((pid) => !others.includes(pid));
      expect(left).toEqual([]);
      expect(recordedRuns(project)[0]).toMatchObject({ status: "cancelled", task: hanging });
      expect(await pi.screen({ history: true })).not.toMatch(fault);
    });
  });

  test(`closing ${host.name} while a plan is on the screen keeps the plan as aborted and sends nothing`, async () => {
    const server = await startModelServer({ script });
    const project = createAuditorProject(server);
    await trustProject(project);
    const pi = await openPi({ host, project });
    try {
      await pi.command("/forge-agent run auditor Look.");
      await pi.waitForPanel();
      process.kill(await pi.processId(), "SIGTERM");
      await pi.exitStatus(patience);
      expect(recordedRuns(project)).toMatchObject([{ status: "aborted", task: "Look." }]);
      expect(server.requests).toHaveLength(0);
      expect(await pi.screen({ history: true })).not.toMatch(fault);
    } finally {
      await pi.kill();
      await server.close();
      project.remove();
    }
  });
}
