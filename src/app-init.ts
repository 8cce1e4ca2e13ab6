import { existsSync } from "node:fs";
import { join, relative, sep } from "node:path";
import type { App } from "./app.ts";
import { enablingLine } from "./app-enabling.ts";
import { publishedSchemas, type SchemaName, schemaFile } from "./app-schemas.ts";
import { type Door, howToTrust } from "./command-line-door.ts";
import type { ProjectTrust } from "./config/trust-store.ts";
import { type Diagnostic, warning } from "./contract/diagnostic.ts";
import type { ModelReference, ThinkingLevel } from "./contract/model.ts";
import { success } from "./contract/outcome.ts";
import { digestOf } from "./files/digest.ts";
import type { ForgeDirectories } from "./files/forge-directories.ts";
import { createShared } from "./files/write-private.ts";
import { builtInEntries } from "./host/built-in-agents.ts";
import { loadWorkspace, type Workspace } from "./host/workspace.ts";
import type { ProfileEntry } from "./host/workspace-entry.ts";
import { escapeLines, escapeText } from "./text/escape.ts";

export interface InitFile {
  readonly path: string;
  /** Relative to the project, with forward slashes. */
  readonly shown: string;
  readonly text: string;
  /** What a person reads in the place of a text that only editors read. */
  readonly about?: string;
}

/** What a first use would write. Nothing in it is there yet. */
export interface InitPlan {
  readonly root: string;
  readonly model: ModelReference;
  readonly files: readonly InitFile[];
  /** Those of them that are profiles, by id. */
  readonly agents: readonly string[];
  /** One of the files enables them for the model. */
  readonly enables: boolean;
  /** What is left as it is, and why; one sentence each. */
  readonly kept: readonly string[];
}

export interface InitInput {
  readonly directories: ForgeDirectories;
  readonly model: ModelReference;
  readonly thinking: ThinkingLevel;
  readonly now: Date;
}

/** A reviewer and a scout on the current model, their prompts, the file that enables them, and the schemas that these name. Reads the project, writes nothing. */
export function initPlan({ directories, model, thinking, now }: InitInput): InitPlan {
  const { cwd, project } = directories;
  // Read as data, to see which names are taken; nothing of it is used.
  const present = loadWorkspace({ cwd, directories, trusted: true, builtIns: false, clock: () => now });
  const agents = builtInEntries({ model, thinking, aliases: new Map() });
  const taken = new Map(agents.map(({ id }) => [id, takenBy(present, id)]));
  const fresh = agents.filter(({ id }) => taken.get(id) === undefined);
  const at = (path: string, value: object): InitFile => ({
    path,
    shown: relative(cwd, path).split(sep).join("/"),
    text: `${JSON.stringify(value, null, 2)}\n`,
  });
  const files = fresh.flatMap((agent) => [
    at(join(project.profiles, `${agent.id}.json`), profileFile(agent)),
    at(join(project.stacks, `${agent.id}.json`), stackFile(agent)),
  ]);
  const settings = fresh.length > 0 && !existsSync(project.delegation) ? [delegationFile(fresh)] : [];
  files.push(...settings.map((value) => at(project.delegation, value)));
  if (fresh.length > 0) files.push(...schemaCopies(project.forge, at));
  const kept = [...taken].flatMap(([id, from]) => (from === undefined ? [] : `"${id}" is there already: ${from}.`));
  if (fresh.length > 0 && settings.length === 0) kept.push(enableByHand(fresh));
  const ids = fresh.map(({ id }) => id);
  return { root: cwd, model, files, agents: ids, enables: settings.length > 0, kept };
}

/** What a person reads before anything is written: the files, then each text. */
export function initText({ root, model, files, kept }: InitPlan): string {
  const list = files.flatMap(({ shown, text, about }) => [
    `--- ${escapeText(shown)} ---`,
    ...escapeLines(about ?? text),
  ]);
  return [
    `${files.length === 0 ? "Nothing to write into" : "Into"} ${escapeText(root)}, for the model ${escapeText(`${model.provider}/${model.id}`)}:`,
    ...files.map(({ shown }) => `  ${escapeText(shown)}`),
    ...kept.map((each) => `  kept: ${escapeText(each)}`),
    "",
    ...list,
  ].join("\n");
}

export interface InitResult {
  readonly written: readonly string[];
  /** The project is trusted as it is now; false where it holds other files that nobody has agreed to. */
  readonly trusted: boolean;
}

/** A yes to these files is no yes to others that nobody has agreed to. */
export function trustsWhatItWrites({ state, files }: ProjectTrust): boolean {
  return state === "trusted" || files.length === 0;
}

/** Writes what the plan shows, after a person's yes. That yes is trust in these files, and in no other. */
export async function writeInit(
  plan: InitPlan,
  app: Pick<App, "trust" | "trustProject" | "door">,
): Promise<{ readonly value: InitResult; readonly diagnostics: readonly Diagnostic[] }> {
  const settled = trustsWhatItWrites(app.trust());
  const written: InitFile[] = [];
  const diagnostics: Diagnostic[] = [];
  for (const file of plan.files) {
    const made = await createShared(file.path, file.text, plan.root);
    if (made.ok) written.push(file);
    else diagnostics.push(...made.diagnostics);
  }
  const after = app.trust();
  const ours = (path: string, digest: string | undefined) =>
    written.some(({ shown, text }) => shown === path && digestOf(text) === digest);
  const digests = new Map(after.digests.map(({ path, digest }) => [path, digest]));
  const trusted = settled && after.difference.every(({ path }) => ours(path, digests.get(path)));
  const pinned = trusted && written.length > 0 ? await app.trustProject(after) : success(undefined);
  if (!pinned.ok) diagnostics.push(...pinned.diagnostics);
  if (!trusted) diagnostics.push(otherFiles(plan.root, app.door));
  return { value: { written: written.map(({ shown }) => shown), trusted: trusted && pinned.ok }, diagnostics };
}

function takenBy({ profiles, stacks }: Workspace, id: string): string | undefined {
  const taken = [...profiles, ...stacks].find((each) => each.scope === "project" && each.id === id);
  return taken?.from;
}

/** Beside the files that name them: an editor finds them without a network, and in the form that this version reads. */
function schemaCopies(forge: string, at: (path: string, value: object) => InitFile): InitFile[] {
  const copies = Object.entries(publishedSchemas()).map(([name, schema]) => ({
    ...at(join(forge, "schemas", schemaFile(name)), schema),
    about: `JSON Schema for editors: ${String(schema.description)}`,
  }));
  return copies.filter(({ path }) => !existsSync(path));
}

function schemaFrom(folder: ".." | ".", name: SchemaName): string {
  return `${folder}/schemas/${schemaFile(name)}`;
}

function profileFile({ id, profile }: ProfileEntry): object {
  return { $schema: schemaFrom("..", "agent-profile"), ...profile, promptStack: id };
}

function stackFile({ id, stack, profile }: ProfileEntry): object {
  return { $schema: schemaFrom("..", "prompt-stack"), ...stack, id, name: profile.name };
}

function delegationFile(agents: readonly ProfileEntry[]): object {
  const profiles = Object.fromEntries(agents.map(({ id }) => [`project:${id}`, { enabled: true }]));
  return { $schema: schemaFrom(".", "subagents"), profiles };
}

function enableByHand(agents: readonly ProfileEntry[]): string {
  const lines = agents.map(({ id }) => enablingLine(`project:${id}`));
  return `subagents.json is there already; add under "profiles": ${lines.join(", ")}.`;
}

function otherFiles(root: string, door: Door): Diagnostic {
  const message = `"${root}" holds other files that nobody has agreed to: ${howToTrust(door)}.`;
  return warning("init.not-trusted", message);
}
