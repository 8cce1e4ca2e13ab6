// What a run costs a person, in the real Pi in tmux: from the command line to the answer, pressing each key as soon as it counts. Nothing is read, and
// the model answers at once, so this is the least it can be. `first`: a project where nothing of ours is; `unchanged`: the same command once more.
import { createJiti } from "jiti";
import { estimate } from "./statistics.mjs";

const jiti = createJiti(import.meta.url);
const { openPi } = await jiti.import("../test/support/pi-session.ts");
const { startModelServer } = await jiti.import("../test/support/model-server.ts");
const { createTempProject } = await jiti.import("../test/support/temp-project.ts");

const command = "/forge-agent run reviewer Say what the notes hold.";
const asks = /ready: press Ctrl\+Y|Ctrl\+Y trust/;
const files = { "notes.txt": "All is well.\n" };

export async function measurePerson({ host, pairs, progress }) {
  const runs = { first: [], unchanged: [] };
  for (let run = 0; run < pairs; run += 1) {
    progress(`a person's run, ${run + 1} of ${pairs}`);
    const { first, unchanged } = await inNewProject(host);
    runs.first.push(first);
    runs.unchanged.push(unchanged);
  }
  return Object.entries(runs).flatMap(([which, samples]) => [
    row(`${which} run: command -> answer`, "ms", samples, "answer"),
    row("  until the decision counts", "ms", samples, "ready"),
    row("  key presses after the command line's Enter", "", samples, "keys"),
  ]);
}

function row(name, unit, samples, what) {
  return { name, unit, ...estimate(samples.map((each) => each[what])) };
}

async function inNewProject(host) {
  const server = await startModelServer({ script: [{ text: "The notes say that all is well." }] });
  const project = createTempProject({ server, files });
  let pi;
  try {
    pi = await openPi({ host, project });
    return { first: await approved(pi, 1), unchanged: await approved(pi, 2) };
  } finally {
    await pi?.kill();
    await server.close();
    project.remove();
  }
}

/** `number`: how many answers are on the screen once this one is there. */
async function approved(pi, number) {
  await pi.type(command);
  await pi.waitForEditor((text) => text.includes(command.slice(-20)));
  await pi.press("Escape");
  let keys = 0;
  const from = performance.now();
  await pi.press("Enter");
  let ready;
  const isAnswered = (screen) => screen.split("✓ reviewer").length > number;
  // Whatever is asked, trust or enabling or approval, is agreed to when keys count.
  for (let screen = ""; ; ) {
    screen = await pi.waitForScreen(
      (next) => isAnswered(next) || (next !== screen && asks.test(next)),
      "question or answer",
    );
    if (isAnswered(screen)) return { ready, answer: performance.now() - from, keys };
    ready ??= performance.now() - from;
    keys += 1;
    await pi.press("C-y");
  }
}
