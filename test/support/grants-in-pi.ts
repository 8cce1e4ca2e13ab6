import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createAuditorProject, recordedRuns, trustProject } from "./auditor-project.ts";
import { type ModelServer, startModelServer } from "./model-server.ts";
import { childrenOf, parentScript, parentsOf, toolResults } from "./parent-model.ts";
import type { PiHost } from "./pi-hosts.ts";
import { builtExtension, openPi, type PiSession } from "./pi-session.ts";
import { loopback, type TempProject } from "./temp-project.ts";

const call = (task: string, profileId = "auditor") => ({ name: "forge_subagent", arguments: { profileId, task } });
const tasks = [1, 2, 3, 4, 5, 6].map((number) => `Task number ${number}.`);
const script = parentScript({
  first: [[call("Audit for the first time.")]],
  second: [[call("Audit once more.")]],
  third: [[call("Audit without asking.")]],
  fourth: [[call("Audit after a change.")]],
  seven: [[...tasks.slice(0, 3), "Task of another setup.", ...tasks.slice(3)].map(callOfSeven)],
});

function callOfSeven(task: string) {
  return call(task, task.includes("another") ? "outsider" : "auditor");
}

const outsider = {
  schemaVersion: 1,
  type: "pi-forge.agent-profile",
  id: "outsider",
  model: { provider: loopback.provider, id: loopback.plain },
  thinkingLevel: "off",
  promptStack: "auditor",
};
const enabled = { "project:auditor": { enabled: true }, "project:outsider": { enabled: true } };
const stackFile = ".pi/forge/prompt-stacks/auditor.json";

/** What a person is spared where nothing changed, and is not where something did. */
export function grantsInPi(host: PiHost): void {
  describe(`an unchanged setup in ${host.name}`, () => {
    let server: ModelServer;
    let project: TempProject;
    let pi: PiSession;
    beforeAll(async () => {
      server = await startModelServer({ script });
      project = createAuditorProject(server, {
        ".pi/forge/agent-profiles/outsider.json": JSON.stringify(outsider),
        ".pi/forge/subagents.json": JSON.stringify({ profiles: enabled }),
      });
      await trustProject(project);
      pi = await openPi({ host, project, extension: builtExtension });
    });
    afterAll(async () => {
      await pi?.kill();
      await server?.close();
      project?.remove();
    });

    /** Asks the parent, and hears when it has ended its turn. */
    async function ask(word: string): Promise<() => Promise<string>> {
      const before = parentsOf(server.requests).length;
      await pi.command(`Please ${word}.`);
      return () => pi.waitForScreen(() => parentsOf(server.requests).length >= before + 2, `the end of ${word}`);
    }

    test("is asked about in full, then in a strip that offers a grant, and under the grant not at all", async () => {
      const first = await ask("first");
      expect(await pi.waitForPanel()).not.toContain("Ctrl+G");
      await pi.press("C-y");
      await first();

      const second = await ask("second");
      const strip = await pi.waitForText("ready: press Ctrl+Y");
      expect(strip).toMatch(/RUN AGAIN ─ setup unchanged since your yes today \d\d:\d\d ─+ asked by: parent model/);
      for (const fact of ["project:auditor", "Audit once more.", "20 runs / 1 h / 500k tok"]) {
        expect(strip).toContain(fact);
      }
      expect(strip.split("\n").filter((line) => /^[┌│└]/.test(line))).toHaveLength(6);
      await pi.press("C-g");
      await second();
      await pi.waitForText("grants: auditor 0/20, 60 min left");

      const third = await ask("third");
      await third();
      const screen = await pi.waitForText("grants: auditor 1/20");
      expect(screen).toContain("allowed by a grant");
      await pi.command("/forge-agent grants revoke 7");
      await pi.waitForText("No grant 7 holds");
      expect(recordedRuns(project)[0]).toMatchObject({
        status: "completed",
        task: "Audit without asking.",
        approval: { source: "grant", executionFingerprint: recordedRuns(project)[0]?.plan?.executionFingerprint },
      });
      expect(recordedRuns(project).map(({ approval }) => approval?.source)).toEqual(["grant", "person", "person"]);
    });

    test("is asked about in full again once it changed, and its grant has ended", async () => {
      const file = join(project.root, stackFile);
      writeFileSync(file, readFileSync(file, "utf8").replace("You audit.", "You audit everything."));
      await trustProject(project);
      const fourth = await ask("fourth");
      const panel = await pi.waitForPanel();
      expect(panel).toContain("the setup is not the one");
      expect(panel).not.toContain("Ctrl+G");
      await pi.press("C-y");
      await fourth();
      expect(recordedRuns(project)[0]).toMatchObject({ approval: { source: "person" } });
      await pi.waitForScreen((each) => !each.includes("grants: auditor"), "no grant any more");
    });

    test("of seven at once, each decision reaches the plan it was made for, and one of another setup is decided alone", async () => {
      const children = childrenOf(server.requests).length;
      const seven = await ask("seven");
      const list = await armedList(7);
      for (const task of tasks) expect(list).toContain(task);
      expect(list).toMatch(/Same for 1-3,5-7/);
      expect(list).toMatch(/! 4 {2}DIFFERS .*project:outsider/);
      const seals = new Map(tasks.map((task) => [task, sealBeside(list, task)]));
      expect(new Set(seals.values()).size).toBe(6);

      await pi.press("Escape");
      await armedList(6);
      await pi.press("Down");
      await pi.waitForText(/│ > +2 /);
      await armedList(6);
      await pi.press("r");
      await pi.waitForScreen(
        (screen) => screen.includes("REJECT 2 of 6") && /│ seal .* {3}ready /.test(screen),
        "a reason to choose",
      );
      await pi.press("2");
      await pi.waitForScreen(
        (screen) => screen.includes("too expensive█") && /│ seal .* {3}ready /.test(screen),
        "a reason",
      );
      await pi.press("Enter");
      const left = await armedList(5);
      expect(childrenOf(server.requests)).toHaveLength(children);
      expect(left).toMatch(/Ctrl\+B run 1,3-5/);
      await pi.press("C-b");
      // It decides once nothing followed it; an Enter at the list it leaves would.
      await pi.waitForScreen((screen) => !screen.includes("APPROVE 5 RUNS"), "list that is gone");
      const panel = await pi.waitForPanel();
      expect(panel).toContain("Task of another setup.");
      await pi.press("C-y");
      await seven();

      const runs = recordedRuns(project).slice(0, 7);
      const statusOf = new Map(runs.map((run) => [run.task, run.status]));
      expect(statusOf).toEqual(
        new Map([
          [tasks[0], "dismissed"],
          [tasks[1], "completed"],
          [tasks[2], "rejected"],
          ["Task of another setup.", "completed"],
          ...tasks.slice(3).map((task) => [task, "completed"] as const),
        ]),
      );
      for (const { task, plan, approval } of runs) {
        const seal = plan?.executionFingerprint.replace(/^.*:/, "").slice(0, 8);
        if (seals.has(task)) expect(seals.get(task)?.replace(" ", "")).toBe(seal);
        if (approval) expect(approval.executionFingerprint).toBe(plan?.executionFingerprint);
      }
      const results = toolResults(parentsOf(server.requests).at(-1)).slice(-7);
      expect(results[0]).toContain("chose not to decide");
      expect(results[2]).toContain("Reason: too expensive");
    });

    function armedList(count: number): Promise<string> {
      return pi.waitForScreen(
        (screen) => screen.includes(`APPROVE ${count} RUNS`) && screen.includes("ready: press Ctrl+Y"),
        `list of ${count}`,
      );
    }
  });
}

function sealBeside(list: string, task: string): string {
  const line = list.split("\n").find((each) => each.includes(`▏${task}`)) ?? "";
  return /([0-9a-f]{4} [0-9a-f]{4}) *│?$/.exec(line.trim())?.[1] ?? "none";
}
