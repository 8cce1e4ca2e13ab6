import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { auditorScript, createAuditorProject, recordedRuns, trustProject } from "./auditor-project.ts";
import { type ModelServer, startModelServer } from "./model-server.ts";
import type { PiHost } from "./pi-hosts.ts";
import { openPi, type PiSession } from "./pi-session.ts";
import type { TempProject } from "./temp-project.ts";

const run = "/forge-agent run auditor Say what the notes hold.";
const controlY = "\u0019";

/** Whatever a person does but approve: nothing is sent, and what was typed is kept. */
export function notApproved(host: PiHost): void {
  describe(`a run that is not approved in ${host.name}`, () => {
    let server: ModelServer;
    let project: TempProject;
    let pi: PiSession;
    beforeAll(async () => {
      server = await startModelServer({ script: auditorScript });
      project = createAuditorProject(server);
      await trustProject(project);
      pi = await openPi({ host, project });
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
    const latest = () => recordedRuns(project)[0];
    const stillAsksUntilPutOff = async () => {
      await pi.waitForPanel();
      await pi.press("Escape");
      await pi.waitForText(/auditor: not now/);
      expect(latest()).toMatchObject({ status: "dismissed" });
    };

    test("rejected with a reason, which is recorded", async () => {
      await pi.command(run);
      await pi.waitForPanel();
      await pi.press("r");
      await pi.waitForScreen(canSend, "reason to write");
      await pi.type("The task is too wide.");
      await pi.waitForScreen((screen) => screen.includes("too wide.█") && canSend(screen), "reason to send");
      await pi.press("Enter");
      await pi.waitForText(/auditor: rejected/);
      expect(latest()).toMatchObject({ status: "rejected", reason: "The task is too wide." });
    });

    test("dismissed with Escape", async () => {
      await pi.command(run);
      await stillAsksUntilPutOff();
    });

    test("only planned: the exact prompt is shown and can be closed", async () => {
      const before = recordedRuns(project).length;
      await pi.command(run.replace("run", "plan"));
      await pi.waitForText("Plan for auditor (nothing was sent)");
      await pi.waitForText("system prompt");
      await pi.press("End");
      await pi.waitForText("Say what the notes hold.");
      await pi.press("Escape");
      await pi.waitForText(/^─{20,}$/m);
      expect(recordedRuns(project)).toHaveLength(before);
    });

    test.each([
      ["Enter", ["Enter"], ""],
      ["Space", ["Space"], ""],
      ["y", ["y"], "y"],
      ["y, Space, yes and Enter in one go", ["y", "Space", "y", "e", "s", "Enter"], "y yes"],
      ["a key and Ctrl+Y right behind it", ["o", "k", "C-y"], "ok"],
    ])("after %s the panel still asks, and the text goes to the editor", async (_name, keys, kept) => {
      await pi.command(run);
      await pi.waitForPanel();
      await pi.press(...keys);
      await pi.waitForPanel();
      await pi.press("Escape");
      await pi.waitForEditor((text) => text.trim() === kept);
      expect(latest()).toMatchObject({ status: "dismissed" });
    });

    test("after a pasted page that ends in Ctrl+Y the panel still asks, and the page goes to the editor", async () => {
      await pi.command(run);
      await pi.waitForPanel();
      await pi.paste("yes, run it\nr\n2\nreally\n", "C-y");
      await pi.waitForPanel();
      await pi.press("Escape");
      await pi.waitForEditor((text) => ["yes, run it", "r", "2", "really"].every((line) => text.includes(line)));
      expect(latest()).toMatchObject({ status: "dismissed" });
    });

    test("a window made narrow and wide again keeps the plan, the place in its prompt and the reason being written", async () => {
      const place = (screen: string) => screen.split("\n").filter((row) => /^│ ▏|^├ |seal [0-9a-f]{4}/.test(row));
      const shownAt = async (columns: number, what: RegExp) => {
        await pi.resize(columns, 30);
        return pi.waitForScreen(
          (screen) => what.test(screen) && Math.max(...screen.split("\n").map((row) => row.length)) <= columns,
          `${columns} columns with ${what}`,
        );
      };
      await pi.command(run);
      await pi.waitForPanel();
      await pi.press("2");
      await pi.waitForText("├ Full prompt ─");
      await pi.press("PageDown");
      await pi.waitForScreen((screen) => screen.includes("├ Full prompt ─") && canDecide(screen), "page two, armed");
      const wide = await shownAt(200, /^┌ APPROVE A RUN ─{100}/m);
      const [seal = ""] = /seal( [0-9a-f]{4}){3}/.exec(wide) ?? [];
      await shownAt(20, new RegExp(`^${seal}`, "m"));
      const wideAgain = await shownAt(200, /^┌ APPROVE A RUN ─{100}/m);
      expect(place(wideAgain)).toEqual(place(wide));

      await pi.press("r");
      await pi.waitForScreen(canSend, "reason to write");
      await pi.type("too wide");
      await shownAt(20, /too wide█/);
      await shownAt(200, /▏too wide█/);
      await pi.press("Escape");
      const back = await pi.waitForScreen((screen) => screen.includes("├ Full prompt ─") && canDecide(screen), "back");
      expect(place(back)).toEqual(place(wide));
      await pi.press("Escape");
      await pi.resize(100, 30);
      await pi.waitForText(/auditor: not now/);
      expect(latest()).toMatchObject({ status: "dismissed" });
    });

    test("Ctrl+Y held from before the panel until long after it appeared approves nothing", async () => {
      await pi.type(run);
      await pi.waitForEditor((text) => text.includes("notes hold."));
      await pi.press("Escape");
      const release = await pi.hold(controlY);
      await pi.press("Enter");
      await pi.waitForText("APPROVE A RUN");
      await pi.waitForText("press Ctrl+Y once");
      await release();
      await stillAsksUntilPutOff();
    });

    test("Ctrl+Y that was held before the panel and begins to repeat once it is ready approves nothing", async () => {
      await pi.command(run);
      await pi.waitForPanel();
      const release = await pi.hold(controlY);
      await pi.waitForText("press Ctrl+Y once");
      await release();
      await stillAsksUntilPutOff();
    });
  });
}

function canDecide(screen: string): boolean {
  return screen.includes("ready: press Ctrl+Y");
}

/** The reason is open, and Enter would send it. */
function canSend(screen: string): boolean {
  return screen.includes("├ REJECT ─") && / ready +│/.test(screen);
}
