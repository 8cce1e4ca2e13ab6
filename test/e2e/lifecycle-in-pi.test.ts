import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createAuditorProject, recordedRuns, trustProject } from "../support/auditor-project.ts";
import { type ModelServer, type Script, startModelServer } from "../support/model-server.ts";
import { oldPi } from "../support/pi-hosts.ts";
import { openPi, type PiSession } from "../support/pi-session.ts";
import type { TempProject } from "../support/temp-project.ts";
import { endProcesses, listing, processesWith, processGone, temporaryDirectory } from "../support/terminal-command.ts";

/** The first turn calls a tool; the second stops in the middle of a sentence, and never goes on. */
const stopsInMidText: Script = ({ turn }) =>
  turn === 0
    ? { tools: [{ name: "ls", arguments: { path: "." } }], usage: { input: 700, output: 30 } }
    : { text: ["I have seen", " half of"], hang: "body" };

let server: ModelServer;
let project: TempProject;
let pi: PiSession;

beforeEach(async () => {
  server = await startModelServer({ script: stopsInMidText });
  const made = createAuditorProject(server);
  project = { ...made, environment: { ...made.environment, TMPDIR: temporaryDirectory(made), JITI_FS_CACHE: "false" } };
  project.write(join(project.agentDir, "auth.json"), "{}");
  await trustProject(project);
  pi = await openPi({ host: oldPi(), project });
});

afterEach(async () => {
  await pi.kill();
  endProcesses(processes());
  await server.close();
  project.remove();
});

const processes = () => processesWith("PI_CODING_AGENT_DIR", project.agentDir);

/** A run whose second turn hangs, approved in the real Pi; with the processes that it added. */
async function hanging() {
  const [files, others] = [listing(project), processes()];
  await pi.command("/forge-agent run auditor Look.");
  await pi.waitForPanel();
  await pi.press("C-y");
  await pi.waitForText("answering");
  const children = processes().filter((pid) => !others.includes(pid));
  expect(children).toHaveLength(1);
  return { files, others, child: children[0] ?? 0 };
}

test("Escape in mid-text ends the run soon, keeps what was said and leaves nothing else", async () => {
  const { files, others } = await hanging();
  const pressed = performance.now();
  await pi.press("Escape");
  await pi.waitForScreen(() => recordedRuns(project).length === 1, "record");
  expect(performance.now() - pressed).toBeLessThan(6_000);
  expect(processes().filter((pid) => !others.includes(pid))).toEqual([]);
  expect(recordedRuns(project)[0]).toMatchObject({
    status: "cancelled",
    response: {
      output: { text: "I have seen half of", partial: true },
      usage: { tokens: { input: 700, output: 30, total: 730 } },
    },
  });
  await pi.waitForText("cancelled");
  expect(listing(project)).toEqual(files);
});

test("a killed Pi takes the child of its run with it", async () => {
  const { child } = await hanging();
  process.kill(await pi.processId(), "SIGKILL");
  await processGone(child, 5_000);
  expect(await server.requests[1]?.closed).toBe("dropped");
});
