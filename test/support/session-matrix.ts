import { afterAll, afterEach, describe, expect, test } from "vitest";
import { recordedRuns } from "./auditor-project.ts";
import { childrenOf } from "./parent-model.ts";
import { type PiHost, partOf, takesPart } from "./pi-hosts.ts";
import type { SessionEnd } from "./session-gate.ts";
import { openSessionWorld, type SessionWorld } from "./session-world.ts";
import { loopback } from "./temp-project.ts";
import { fileLeaks } from "./variation-leaks.mjs";

export interface SessionCell {
  readonly asker: "person" | "model";
  readonly phase: "planning" | "panel" | "running" | "after";
  readonly way: SessionEnd["way"] | "terminate" | "hang up";
}

const askers = ["person", "model"] as const;
const phases = ["planning", "panel", "running", "after"] as const;
const ways = ["new", "reload", "resume", "fork", "terminate", "hang up"] as const;

/** One of each way to end a session, each at another step. */
const fewCells: readonly SessionCell[] = [
  { way: "new", phase: "running", asker: "model" },
  { way: "reload", phase: "running", asker: "person" },
  { way: "resume", phase: "panel", asker: "person" },
  { way: "fork", phase: "planning", asker: "model" },
  { way: "new", phase: "after", asker: "person" },
  { way: "terminate", phase: "running", asker: "model" },
];

export function fewCellsOf(host: PiHost): readonly SessionCell[] {
  return fewCells.filter((_, index) => takesPart(index, partOf(host)));
}

export const everyCell: readonly SessionCell[] = ways.flatMap((way) =>
  askers.flatMap((asker) => phases.map((phase) => ({ asker, phase, way }))),
);

const patience = 60_000;
/** What Pi and Node print when something of an extension was not caught. */
const fault = /Unhandled|Uncaught|ERR_|is stale|TypeError|Extension error|Extension ".*" error/g;
/** Of the system prompt. */
const aRule = "Rule 59: say";
/** The key lies where the user keeps it; the prompt there too, and in what we keep of trust, approvals and runs. */
const kept = /^loopback-key in .*\/agent\/models\.json$|^Rule .*\/(prompt-stacks|forge-agent)\//;
const refusesReload = "Wait for the current response";

/** A session that ends at any step of a run: nothing breaks, nothing is left, and nothing reaches another session. */
export function sessionMatrix(host: PiHost, cells: readonly SessionCell[]): void {
  describe(`the end of a session in ${host.name}`, () => {
    let world: SessionWorld | undefined;
    let number = 0;
    const closed = async () => {
      await world?.close();
      world = undefined;
    };
    afterEach(async ({ task }) => {
      if (task.result?.state === "fail") await closed();
    });
    afterAll(closed);

    test.each(cells.map((cell) => ({ ...cell, title: `${cell.way}, ${cell.phase}, asked by a ${cell.asker}` })))(
      "$title",
      async (cell) => {
        world ??= await openSessionWorld(host);
        number += 1;
        const task = `Task ${number}: ${cell.phase === "after" ? "answer" : "hang"}`;
        await goThrough(world, cell, { number, task, keepsRecord: cell.way !== "hang up" || !endsAtOnce(host) });
        if (isClosing(cell.way)) await closed();
      },
      600_000,
    );
  });
}

interface Attempt {
  readonly number: number;
  readonly task: string;
  /** What is under way is recorded. */
  readonly keepsRecord: boolean;
}

async function goThrough(
  world: SessionWorld,
  cell: SessionCell,
  { number, task, keepsRecord }: Attempt,
): Promise<void> {
  const { pi, gate, server, project } = world;
  const faultsBefore = await faults(world);
  if (world.sessions().size === 0) await startSession(world, "Nothing of a run.");
  const [other = ""] = world.sessions().keys();
  await startSession(world, `Hello ${number}.`);
  await pi.command("/listen");
  const asking = await gate.listening();
  await startRun(world, cell, task);

  if (isClosing(cell.way)) {
    process.kill(await pi.processId(), cell.way === "terminate" ? "SIGTERM" : "SIGHUP");
    await pi.exitStatus(patience);
  } else {
    const how = cell.way === "resume" ? { way: cell.way, sessionFile: other } : { way: cell.way };
    expect(await gate.end(how)).toBe("done");
  }
  const isRefused = cell.way === "reload" && cell.asker === "model" && cell.phase !== "after";
  if (isRefused) {
    await pi.press("Escape");
    await pi.waitForText(refusesReload, patience);
  }
  await pi.waitForScreen(() => world.strays().length === 0, "end of every process of the run", patience);
  const underWay = keepsRecord ? { panel: "aborted", running: "cancelled" } : { panel: undefined, running: undefined };
  const status = { planning: undefined, ...underWay, after: "completed" }[cell.phase];
  const records = () => recordedRuns(project).filter((run) => run.task.includes(task));
  if (status !== undefined) await pi.waitForScreen(() => records().length > 0, "record", patience);
  const expected = isRefused && cell.phase === "panel" ? "dismissed" : status;
  expect(records().map((run) => run.status)).toEqual(expected === undefined ? [] : [expected]);

  const isSent = cell.phase === "running" || cell.phase === "after";
  expect(childrenOf(server.requests).filter(({ text }) => text.includes(task))).toHaveLength(isSent ? 1 : 0);
  const texts = world.sessions();
  if (cell.phase === "after") {
    expect(texts.get(asking)).toContain(`All of ${task}`);
    expect(fileLeaks(project.base, [loopback.key, aRule]).filter((leak) => !kept.test(leak))).toEqual([]);
  }
  for (const [file, text] of texts) if (file !== asking) expect(text, file).not.toContain(task);
  expect(await faults(world)).toEqual(faultsBefore);
  if (!isClosing(cell.way)) await expectNothingRuns(world);
}

/** A new session that holds one exchange. */
async function startSession({ pi }: SessionWorld, greeting: string): Promise<void> {
  await pi.reset();
  await pi.command("/new");
  await pi.waitForText("New session started", patience);
  await pi.command(greeting);
  await pi.waitForText("The parent is done.", patience);
}

async function startRun(world: SessionWorld, { asker, phase }: SessionCell, task: string): Promise<void> {
  const { pi, server } = world;
  const isPlanning = phase === "planning";
  const typed = `/forge-agent run auditor ${isPlanning ? "--diff " : ""}${task}`;
  await pi.command(asker === "person" ? typed : `Delegate${isPlanning ? " with the diff" : ""}: ${task}`);
  if (isPlanning) return void (await pi.waitForScreen(world.isPlanning, "git", patience));
  await pi.waitForPanel();
  if (phase === "panel") return;
  const isAsked = () => childrenOf(server.requests).some(({ text }) => text.includes(task));
  await pi.press("C-y");
  await pi.waitForScreen(isAsked, "request of the child", patience);
  if (phase === "after") await pi.waitForText("✓ auditor", patience);
  if (phase === "after" && asker === "model")
    await pi.waitForScreen(
      (screen) => screen.lastIndexOf("The parent is done.") > screen.indexOf("✓"),
      "end of the turn",
    );
}

async function expectNothingRuns({ pi }: SessionWorld): Promise<void> {
  await pi.waitForScreen((screen) => !/Esc cancels|forge:|ready: press/.test(screen), "screen without a run", patience);
}

async function faults({ pi }: SessionWorld): Promise<readonly string[]> {
  return (await pi.screen({ history: true })).match(fault) ?? [];
}

/** The older Pi leaves at once when its terminal is gone: no extension hears of it. */
function endsAtOnce({ version }: PiHost): boolean {
  return version.startsWith("0.");
}

function isClosing(way: SessionCell["way"]): way is "terminate" | "hang up" {
  return way === "terminate" || way === "hang up";
}
