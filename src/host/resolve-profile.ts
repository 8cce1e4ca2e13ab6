import { type Diagnostic, hasErrors } from "../contract/diagnostic.ts";
import { fingerprint } from "../contract/fingerprint.ts";
import type { Scope } from "../contract/identifiers.ts";
import { failure, type Outcome, success } from "../contract/outcome.ts";
import type { AgentProfileSnapshot, ProfileDependency } from "../contract/product/profile-snapshot.ts";
import type { PromptStack } from "../contract/product/prompt-stack.ts";
import { type MissingDependency, scanDependencies } from "./dependencies.ts";
import { findProfile } from "./find-profile.ts";
import { findStack } from "./find-stack.ts";
import type { Workspace } from "./workspace.ts";
import type { ProfileEntry } from "./workspace-entry.ts";

export interface ProfileResolution {
  /** `scope:id` */
  readonly profileId: string;
  readonly dependencies: readonly ProfileDependency[];
  readonly missingDependencies: readonly MissingDependency[];
  readonly diagnostics: readonly Diagnostic[];
  /** Absent when a diagnostic is an error. */
  readonly snapshot?: AgentProfileSnapshot;
}

/** What the selector names, with its stack and everything that stack needs; or every reason why it cannot be used. */
export function resolveProfile(workspace: Workspace, selector: string): Outcome<AgentProfileSnapshot> {
  const found = findProfile(workspace, selector);
  if (!found.ok) return found;
  const { snapshot, diagnostics } = resolveEntry(workspace, found.value);
  return snapshot ? success(snapshot, diagnostics) : failure(...diagnostics);
}

export function resolveEntry(workspace: Workspace, entry: ProfileEntry): ProfileResolution {
  const profileId = `${entry.scope}:${entry.id}`;
  const own = entry.diagnostics.map((each) => profileProblem(entry, each));
  const stack = entryStack(workspace, entry);
  const stackProblems = stack.problems;
  const scan = stack.stack ? scanDependencies(stack.stack, workspace.registrations) : undefined;
  const diagnostics = [...own, ...stackProblems, ...(scan?.diagnostics ?? [])];
  const dependencies = scan?.dependencies ?? [];
  const resolution = { profileId, dependencies, missingDependencies: scan?.missing ?? [], diagnostics };
  if (hasErrors(diagnostics)) return resolution;
  return { ...resolution, snapshot: snapshotOf(profileId, entry, stack, dependencies) };
}

interface ResolvedStack {
  readonly scope: Scope;
  readonly stack?: PromptStack;
  readonly problems: readonly Diagnostic[];
}

function entryStack(workspace: Workspace, entry: ProfileEntry): ResolvedStack {
  if (entry.stack) return { scope: entry.scope, stack: entry.stack, problems: [] };
  const reference = entry.profile.promptStack;
  if (reference === null) return { scope: entry.scope, problems: [] };
  const found = findStack(workspace, entry.scope, reference);
  if (!found.ok)
    return { scope: entry.scope, problems: found.diagnostics.map((each) => ({ ...each, file: entry.from })) };
  const { scope, stack, diagnostics } = found.value;
  return { scope, stack, problems: diagnostics.map(stackProblem) };
}

function snapshotOf(
  profileId: string,
  { profile }: ProfileEntry,
  { scope, stack }: ResolvedStack,
  dependencies: readonly ProfileDependency[],
): AgentProfileSnapshot {
  return {
    schemaVersion: 1,
    profileId,
    profile,
    promptStackId: stack ? `${scope}:${stack.id}` : null,
    promptStack: stack ?? null,
    dependencies: [...dependencies],
    profileFingerprint: fingerprint(profile),
    promptStackFingerprint: stack ? fingerprint(stack) : null,
  };
}

/** Problems of a JSON file get the code that existing clients know; Markdown agents have codes of their own. */
function profileProblem(entry: ProfileEntry, problem: Diagnostic): Diagnostic {
  const path = problem.path === undefined ? "profile" : `profile.${problem.path}`;
  return { ...problem, code: entry.kind === "json" ? "profile.validation" : problem.code, path };
}

function stackProblem(problem: Diagnostic): Diagnostic {
  const path = problem.path?.startsWith("items.") ? `promptStack.${problem.path}` : "promptStack";
  return { ...problem, code: "profile.stack-validation", path };
}
