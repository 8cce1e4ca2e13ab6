import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createAuditorProject, recordedRuns, theFact, trustProject } from "./auditor-project.ts";
import { type ModelServer, type Script, startModelServer } from "./model-server.ts";
import { childrenOf, isParent, parentScript, parentsOf, toolResults } from "./parent-model.ts";
import type { PiHost } from "./pi-hosts.ts";
import { openPi, type PiSession } from "./pi-session.ts";
import type { TempProject } from "./temp-project.ts";

const call = (task: string) => ({ name: "forge_subagent", arguments: { profileId: "auditor", task } });
const hanging = "Wait for ever.";
const delegating = parentScript({
  "one run": [[{ name: "forge_subagent_profiles", arguments: {} }], [call("Say what the notes hold.")]],
  "two runs": [[call("Task of the first."), call("Task of the second.")]],
  hang: [[call(hanging)]],
  interrupted: [[call("Task that is never decided.")]],
});

/** One child never gets an answer. */
const script: Script = (request) => {
  const waits = !isParent(request) && request.text.includes(hanging);
  return waits || typeof delegating !== "function" ? { hang: "headers" } : delegating(request);
};

/** The model's door: it lists, asks, waits for a person, and reads the ending in its next request. */
export function modelCalls(host: PiHost): void {
  describe(`the parent model delegates in ${host.name}`, () => {
    let server: ModelServer;
    let project: TempProject;
    let pi: PiSession;
    beforeAll(async () => {
      server = await startModelServer({ script });
      project = createAuditorProject(server);
      await trustProject(project);
      pi = await openPi({ host, project });
    });
    afterAll(async () => {
      await pi?.kill();
      await server?.close();
      project?.remove();
    });

    test("it lists the profiles, a person approves its call, and the fenced answer is in its next request", async () => {
      await pi.command("Please do one run.");
      const panel = await pi.waitForPanel();
      for (const fact of ["parent model", "project:auditor", "Say what the notes hold."]) expect(panel).toContain(fact);
      expect(childrenOf(server.requests)).toHaveLength(0);
      await pi.press("C-y");
      const screen = await pi.waitForText("The parent is done.");
      expect(screen).toMatch(/✓ auditor · /);

      const last = parentsOf(server.requests).at(-1);
      const [profiles, answer] = toolResults(last);
      expect(profiles).toContain("- project:auditor");
      expect(profiles).toContain("1 ready, 0 unavailable. A person approves each call.");
      expect(answer).toContain(`The notes say: ${theFact}`);
      expect(answer).toMatch(/project:auditor/);
      for (const { json } of childrenOf(server.requests)) expect(JSON.stringify(json.tools)).not.toContain("forge_");
      expect(recordedRuns(project)[0]).toMatchObject({ status: "completed", asker: "model" });
      console.info(`${host.name}, what the parent model read:\n${profiles}\n---\n${answer}\n---\n${screen}`);
    });

    test("of two calls in one turn each gets its own panel: one approved, one rejected with a reason that arrives", async () => {
      const before = parentsOf(server.requests).length;
      await pi.command("Please do two runs.");
      const first = await pi.waitForPanel();
      expect(first).toContain("1 of 2");
      const [approved, rejected] = first.includes("Task of the first.") ? ["first", "second"] : ["second", "first"];
      await pi.press("C-y");
      await pi.waitForScreen(
        (screen) => screen.includes("RUN AGAIN") && screen.includes(`Task of the ${rejected}.`),
        "strip of the second",
      );
      const second = await pi.waitForPanel();
      expect(second).toContain(`Task of the ${rejected}.`);
      expect(sealOn(second)).not.toBe(sealOn(first));
      await pi.press("r");
      await pi.waitForScreen(
        steadily((screen) => screen.includes("├ REJECT ─") && isArmed(screen)),
        "reason to write",
      );
      await pi.type("One is enough.");
      await pi.waitForScreen(
        steadily((screen) => screen.includes("enough.█") && isArmed(screen)),
        "written reason",
      );
      await pi.press("Enter");
      await pi.waitForScreen(() => parentsOf(server.requests).length >= before + 2, "last parent request");

      const results = toolResults(parentsOf(server.requests).at(-1)).slice(-2);
      const [ofFirst, ofSecond] = approved === "first" ? results : [...results].reverse();
      expect(ofFirst).toContain(`The notes say: ${theFact}`);
      expect(ofSecond).toContain("rejected it, so nothing was sent. Reason: One is enough.");
      const runs = recordedRuns(project).slice(0, 2);
      const fingerprints = new Map(runs.map((run) => [run.status, run.plan?.executionFingerprint]));
      expect([...fingerprints.keys()].sort()).toEqual(["completed", "rejected"]);
      expect(fingerprints.get("completed")).not.toBe(fingerprints.get("rejected"));
      const ran = runs.find((run) => run.status === "completed");
      expect(ran?.task).toBe(`Task of the ${approved}.`);
      expect(ran?.approval?.executionFingerprint).toBe(ran?.plan?.executionFingerprint);
      console.info(`${host.name}, two calls:\n${first}\n${second}\n---\n${ofSecond}`);
    });

    test("Escape while its run is under way ends the run, and the conversation goes on", async () => {
      await pi.command("Please hang.");
      await pi.waitForPanel();
      const before = childrenOf(server.requests).length;
      await pi.press("C-y");
      await pi.waitForScreen(() => childrenOf(server.requests).length > before, "request of the child");
      const child = childrenOf(server.requests).at(-1);
      await pi.waitForText("running, at most");
      await pi.press("Escape");
      expect(await child?.closed).toBe("dropped");
      await pi.waitForScreen(() => recordedRuns(project)[0]?.status === "cancelled", "record of the run");
    });

    test("Escape in the panel is an answer that the model reads: not now", async () => {
      const before = parentsOf(server.requests).length;
      await pi.command("Please be interrupted.");
      await pi.waitForPanel();
      await pi.press("Escape");
      await pi.waitForScreen(() => parentsOf(server.requests).length >= before + 2, "last parent request");
      expect(toolResults(parentsOf(server.requests).at(-1)).at(-1)).toContain("chose not to decide");
      expect(recordedRuns(project)[0]).toMatchObject({ status: "dismissed" });
    });
  });
}

function sealOn(screen: string): string {
  return /seal ([0-9a-f ]{14})/.exec(screen)?.[1] ?? "no seal";
}

function isArmed(screen: string): boolean {
  return / ready +│/.test(screen);
}

/** A terminal can be looked at in the middle of a frame; what counts has to be there for a while. */
function steadily(matches: (screen: string) => boolean): (screen: string) => boolean {
  let seen = 0;
  return (screen) => {
    seen = matches(screen) ? seen + 1 : 0;
    return seen > 8;
  };
}
