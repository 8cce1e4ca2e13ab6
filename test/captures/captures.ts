import { cpSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, test } from "vitest";
import { auditorScript, createAuditorProject, trustProject } from "../support/auditor-project.ts";
import { type ModelServer, type Script, startModelServer } from "../support/model-server.ts";
import { parentScript } from "../support/parent-model.ts";
import { oldPi } from "../support/pi-hosts.ts";
import { openPi, type PiSession } from "../support/pi-session.ts";
import type { TempProject } from "../support/temp-project.ts";

/* What a person sees in the real Pi, kept in docs/captures. `npm run captures` takes them anew. */
const target = process.env.CAPTURES_DIR ?? fileURLToPath(new URL("../../docs/captures", import.meta.url));
const repository = fileURLToPath(new URL("../..", import.meta.url)).replace(/\/$/, "");
const sizes = [
  [40, 15],
  [80, 24],
  [200, 60],
] as const;
const patience = 180_000;
const task = [
  "Review the notes for claims that nothing backs.",
  "",
  "- one finding a line",
  "- name the line\u202e",
].join("\n");

const opened: { pi: PiSession; server: ModelServer; project: TempProject }[] = [];
afterAll(async () => {
  for (const { pi, server, project } of opened) {
    await pi.kill();
    await server.close();
    project.remove();
  }
});

test.each(sizes)(
  "the screens at %i by %i",
  async (width, height) => {
    const { pi } = await aPi(width, height);
    const take = keepScreens(width, height);
    await pi.type("/forge-agent run auditor ");
    await pi.paste(task);
    await pi.press("Enter");
    await pi.waitForText(/TRUST THIS|APPROVE A RUN/, patience);
    await pi.waitForText("Ctrl+Y trust", patience);
    await pi.press("C-y");
    await ready(pi);
    await take("panel", pi);
    await pi.press("2");
    await pi.waitForText("Full prompt ─", patience);
    await take("prompt", pi);
    await ready(pi);
    await pi.press("1");
    await pi.waitForText("├ Task ─", patience);
    await ready(pi);
    await pi.press("r");
    await pi.waitForText("REJECT", patience);
    await take("reject", pi);
    await pi.press("Escape");
    await pi.waitForText("├ Task ─", patience);
    await ready(pi);
    await pi.press("C-y");
    await pi.waitForText("Esc cancels", patience);
    await take("widget", pi);
    await pi.waitForText("✓ auditor", patience);
    await take("result", pi);
    await pi.press("C-o");
    await pi.waitForText("The notes say", patience);
    await take("result-expanded", pi);
    await pi.press("C-o");
    await command(pi, "/forge-agent run auditor Look once more.");
    await pi.waitForText("ready", patience);
    await take("strip", pi);
    await pi.press("Escape");
    await pi.waitForScreen((screen) => !screen.includes("RUN AGAIN"), "closed strip", patience);
    for (const verb of ["history", "status"]) {
      await command(pi, `/forge-agent ${verb}`);
      await pi.waitForText("Esc close", patience);
      await take(verb, pi);
      await pi.press("Escape");
      await pi.waitForScreen((screen) => !screen.includes("Esc close"), "closed view", patience);
    }
  },
  10 * patience,
);

const calls = ["src/lock.ts for races", "src/cart.ts for rounding", "src/mail.ts for header injection"]
  .map((what) => ({ profileId: "project:auditor", task: `Review ${what}.` }))
  .concat({ profileId: "global:reviewer", task: "Review the whole change." })
  .map((args) => ({ name: "forge_subagent", arguments: args }));

test.each(sizes)(
  "the list of several at %i by %i",
  async (width, height) => {
    const settings = { profiles: { "project:auditor": { enabled: true }, "global:reviewer": { enabled: true } } };
    const { pi } = await aPi(width, height, parentScript({ "Ask four": [calls] }), async (project) => {
      writeFileSync(join(project.root, ".pi", "forge", "subagents.json"), JSON.stringify(settings));
      await trustProject(project);
    });
    await command(pi, "Ask four at once.");
    await pi.waitForScreen((screen) => /APPROVE 4 RUNS/.test(screen) && /ready/.test(screen), "armed list", patience);
    await keepScreens(width, height)("list", pi);
  },
  10 * patience,
);

function keepScreens(width: number, height: number) {
  return async (name: string, pi: PiSession) => {
    mkdirSync(target, { recursive: true });
    const screen = (await pi.screen()).split("\n").map((row) => neutral(row.trimEnd()));
    writeFileSync(join(target, `${name}-${width}x${height}.txt`), `${screen.join("\n").trimEnd()}\n`);
  };
}

/** Where a screen shows a whole path of this machine, it is kept as a person at home would see it, in the same columns. */
function neutral(row: string): string {
  const homes = opened.map(({ project }) => [project.home, "~"] as const);
  const agents = opened.map(({ project }) => [project.agentDir, "~/.pi/agent"] as const);
  const shown = [...homes, ...agents, [repository, "~/pi-forge-agent"] as const].reduce(
    (text, [path, name]) => text.replaceAll(path, name),
    row,
  );
  return shown === row || !row.endsWith("│") ? shown : `${shown.replace(/ *│$/, "").padEnd(row.length - 1)}│`;
}

/** A narrow editor wraps what is typed into it. */
async function command(pi: PiSession, text: string): Promise<void> {
  const squeezed = (shown: string) => shown.replace(/\s+/g, "");
  await pi.type(text);
  await pi.waitForEditor((shown) => squeezed(shown).includes(squeezed(text).slice(-15)));
  await pi.press("Escape", "Enter");
}

/** Paths read as `~/shop`, wherever the captures are taken. */
async function aPi(
  width: number,
  height: number,
  script: Script = auditorScript,
  prepare: (project: TempProject) => Promise<void> = async () => {},
) {
  const server = await startModelServer({ script });
  const made = createAuditorProject(server);
  const project = { ...made, root: join(made.home, "shop") };
  cpSync(made.root, project.root, { recursive: true });
  // What a session may do is what its files say when it begins.
  await prepare(project);
  const pi = await openPi({ host: oldPi(), project, width, height });
  opened.push({ pi, server, project });
  return { pi };
}

/** A panel that is armed; a narrow one says so in one word. */
async function ready(pi: PiSession): Promise<void> {
  await pi.waitForScreen(
    (screen) => /APPROVE A RUN/.test(screen) && /[0-9a-f]{4} +ready/.test(screen),
    "armed panel",
    patience,
  );
}
