import type { Diagnostic } from "../contract/diagnostic.ts";
import type { Scope } from "../contract/identifiers.ts";
import type { ModelReference, ThinkingLevel } from "../contract/model.ts";
import type { ForgeDirectories } from "../files/forge-directories.ts";
import type { ModelAliases, SessionModel } from "./agent-model.ts";
import { builtInEntries } from "./built-in-agents.ts";
import { loadAgents, stack } from "./load-agents.ts";
import { loadProfiles, loadStacks } from "./load-resources.ts";
import { warnOutside } from "./outside-project.ts";
import { noRegistrations, type Registrations } from "./registrations.ts";
import { type ShowPath, showPath } from "./resource-file.ts";
import { refuseDuplicates, refuseSeveralAutoActivate } from "./same-scope.ts";
import type { ProfileEntry, StackEntry } from "./workspace-entry.ts";

/** Everything that was on disk at one moment. Deeply frozen; a reload makes another one. */
export interface Workspace {
  readonly cwd: string;
  readonly trusted: boolean;
  /** ISO 8601. */
  readonly capturedAt: string;
  /** Global ones first (built in, JSON, Markdown), then the project's; broken and duplicate ones included. */
  readonly profiles: readonly ProfileEntry[];
  readonly stacks: readonly StackEntry[];
  /** About directories and modules; what concerns one file is on its entry. */
  readonly diagnostics: readonly Diagnostic[];
  readonly registrations: Registrations;
}

export interface WorkspaceInput {
  readonly cwd: string;
  readonly directories: ForgeDirectories;
  /** Until a person trusts the project, only global and built-in profiles exist. */
  readonly trusted: boolean;
  readonly sessionModel?: ModelReference;
  readonly sessionThinking?: ThinkingLevel;
  readonly modelAliases?: ModelAliases;
  /** Custom macros and slots of trusted modules, and what went wrong while they were loaded. */
  readonly registrations?: Registrations;
  readonly moduleDiagnostics?: readonly Diagnostic[];
  /** Off only for a host that must list exactly what is on disk. */
  readonly builtIns?: boolean;
  /** Paths below it are shown with `~`. */
  readonly home?: string;
  readonly clock: () => Date;
}

export function loadWorkspace(input: WorkspaceInput): Workspace {
  const { cwd, trusted, registrations = noRegistrations } = input;
  const moduleDiagnostics = structuredClone(input.moduleDiagnostics ?? []);
  const scopes: Scope[] = trusted ? ["global", "project"] : ["global"];
  const loaded = scopes.map((scope) => loadScope(scope, input));
  return freezeAround(registrations, {
    cwd,
    trusted,
    capturedAt: input.clock().toISOString(),
    profiles: loaded.flatMap((each) => each.profiles),
    stacks: loaded.flatMap((each) => each.stacks).map((each) => withModuleProblems(each, moduleDiagnostics)),
    diagnostics: [...moduleDiagnostics, ...loaded.flatMap((each) => each.diagnostics)],
  });
}

function loadScope(scope: Scope, input: WorkspaceInput): Pick<Workspace, "profiles" | "stacks" | "diagnostics"> {
  const { directories, registrations = noRegistrations } = input;
  const { profiles, stacks, agents } = directories[scope];
  const show: ShowPath = showPath(input.cwd, input.home);
  const session: SessionModel = {
    model: input.sessionModel && { ...input.sessionModel },
    // A level that the model does not have would be refused later; off is one that every model has.
    thinking: input.sessionThinking ?? "off",
    aliases: input.modelAliases ?? new Map(),
  };
  const json = loadProfiles(profiles, scope, show);
  const markdown = loadAgents(agents, scope, show, session);
  const files = stack(refuseSeveralAutoActivate(refuseDuplicates(json.entries, "profile")), markdown.entries);
  const stackDirectories = scope === "project" ? [stacks, directories.project.legacyStacks] : [stacks];
  const stackFiles = loadStacks(stackDirectories, scope, show, { customSlots: registrations.slots.keys() });
  const builtIns = scope === "global" && input.builtIns !== false ? builtInEntries(session) : [];
  const checked = <T extends ProfileEntry | StackEntry>(entries: readonly T[]) =>
    scope === "project" ? warnOutside(entries, input.cwd) : entries;
  return {
    profiles: [...builtIns.filter((builtIn) => !files.some((each) => each.id === builtIn.id)), ...checked(files)],
    stacks: checked(refuseDuplicates(stackFiles.entries, "stack")),
    diagnostics: [...json.diagnostics, ...markdown.diagnostics, ...stackFiles.diagnostics],
  };
}

/** A module that failed may be missing in any stack, so every stack says so. */
function withModuleProblems(entry: StackEntry, problems: readonly Diagnostic[]): StackEntry {
  return { ...entry, diagnostics: [...problems, ...entry.diagnostics] };
}

/** Registrations are functions of others and stay as they are. */
function freezeAround(registrations: Registrations, data: Omit<Workspace, "registrations">): Workspace {
  for (const each of Object.values(data)) freeze(each);
  return Object.freeze({ ...data, registrations });
}

function freeze(value: unknown): void {
  if (typeof value !== "object" || value === null) return;
  for (const each of Object.values(value)) freeze(each);
  Object.freeze(value);
}
