import { chmodSync, existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { auditorScript, createAuditorProject, recordedRuns, trustProject } from "../support/auditor-project.ts";
import { type ModelServer, startModelServer } from "../support/model-server.ts";
import { oldPi } from "../support/pi-hosts.ts";
import { openPi, type PiSession } from "../support/pi-session.ts";
import type { TempProject } from "../support/temp-project.ts";

/*
 * Whoever types when the panel appears approves nothing, and has the text in the editor afterwards. Slow, so it is run by hand:
 * `npm run test:bursts`, or with BURSTS=20 a few of them; half of them with a warm child waiting behind the panel. BURSTS_SEED repeats a run.
 */
const bursts = Number(process.env.BURSTS ?? 1000);
const seed = Number(process.env.BURSTS_SEED ?? Date.now() % 100_000);
const hour = 3_600_000; // Milliseconds.

let server: ModelServer;
let project: TempProject;
let pi: PiSession;

async function open(warmStart: boolean): Promise<void> {
  server = await startModelServer({ script: auditorScript });
  project = createAuditorProject(server);
  project.write(join(project.home, ".pi/forge/subagents.json"), JSON.stringify({ warmStart }));
  await trustProject(project);
  // Pi folds or scrolls a long text on its screen, and gives all of it to the editor that a person prefers.
  const editor = project.write(
    join(project.base, "editor.sh"),
    `#!/bin/sh\ncp "$1" "${unfolded()}.new"\nmv "${unfolded()}.new" "${unfolded()}"\n`,
  );
  chmodSync(editor, 0o755);
  const environment = { ...project.environment, EDITOR: editor };
  pi = await openPi({ host: oldPi(), project: { ...project, environment }, width: 160, height: 40 });
}

const unfolded = () => join(project.base, "unfolded.txt");

/** Resolves once this stands in Pi's editor, blanks apart. */
async function editorHolds(typed: string): Promise<void> {
  const holds = (text: string) => squeezed(text).includes(squeezed(typed));
  const isPart = (text: string) => /\[paste #\d+ /.test(text) || squeezed(text).endsWith(squeezed(typed).slice(-3));
  if (holds(await pi.waitForEditor((text) => holds(text) || isPart(text)))) return;
  await pi.press("C-g");
  await pi.waitForScreen(() => existsSync(unfolded()), "text for another editor");
  await pi.waitForEditor((text) => text.trim() !== "");
  expect(squeezed(readFileSync(unfolded(), "utf8"))).toContain(squeezed(typed));
  rmSync(unfolded());
}

afterEach(async () => {
  await pi?.kill();
  await server?.close();
  project?.remove();
});

test.each([
  [true, Math.ceil(bursts / 2)],
  [false, Math.floor(bursts / 2)],
])(
  `warm start %s: %i bursts, seed ${seed}: nothing is approved, and what was typed is in the editor`,
  async (warmStart, count) => {
    await open(warmStart);
    const random = randomFrom(seed);
    for (let index = 0; index < count; index++) {
      await pi.command(`/forge-agent run auditor Look ${index}.`);
      // What is typed before the panel appears goes wherever Pi takes it; it must only not decide.
      await send(burst(random), { held: random(2) === 0 });
      await pi.waitForText("APPROVE A RUN", 120_000);
      const typed = `q${burst(random).text}z${index}z`;
      await pi.type("q");
      await send({ ...burst(random), text: typed.slice(1) }, { held: false });
      await pi.waitForText("APPROVE A RUN");
      expect(server.requests).toHaveLength(0);
      await dismiss();
      await editorHolds(typed);
      await pi.reset();
    }
    expect(recordedRuns(project).filter(({ status }) => status !== "dismissed")).toEqual([]);
    expect(server.requests).toHaveLength(0);
  },
  10 * hour,
);

interface Burst {
  readonly text: string;
  readonly pasted: boolean;
  readonly enter: boolean;
}

function burst(random: (below: number) => number): Burst {
  const words = ["run", "yes", "y", "e", "1", "really", "ok ", "]", "v", "?", "reject", "the lock", "  ", "r"];
  const text = Array.from({ length: 1 + random(6) }, () => words[random(words.length)]).join(" ");
  return { text, pasted: random(3) === 0, enter: random(2) === 0 };
}

async function send({ text, pasted, enter }: Burst, { held }: { readonly held: boolean }): Promise<void> {
  const letGo = held ? await pi.hold("y\r", 20) : undefined;
  if (pasted) await pi.paste(text, ...(enter ? ["Enter"] : []));
  else await pi.type(text);
  if (enter && !pasted) await pi.press("Enter");
  await letGo?.();
}

/** Esc closes help, the reason or the task first, and then the panel; a key is pressed only once the one before it has shown. */
async function dismiss(): Promise<void> {
  for (let screen = await pi.screen(); screen.includes("APPROVE A RUN"); screen = await pi.screen()) {
    await pi.press("Escape");
    await pi.waitForScreen((next) => next !== screen, "change after Escape", 120_000);
  }
}

/** Pi wraps and trims what stands in its editor. */
function squeezed(text: string): string {
  return text.replace(/\s+/g, "");
}

/** mulberry32: the same numbers from the same seed. */
function randomFrom(start: number): (below: number) => number {
  let state = start;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}
