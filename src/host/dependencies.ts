import { type Diagnostic, error, warning } from "../contract/diagnostic.ts";
import type { ProfileDependency } from "../contract/product/profile-snapshot.ts";
import type { PromptStack } from "../contract/product/prompt-stack.ts";
import { builtInSlotNames } from "./built-in-slot-names.ts";
import { runtimeAlias } from "./compile-environment.ts";
import { dependencyName, type Registrations } from "./registrations.ts";
import { analyseTemplate } from "./template-analyse.ts";

export interface MissingDependency {
  readonly kind: "macro" | "slot";
  readonly name: string;
}

interface DependencyScan {
  /** Sorted by kind and name. */
  readonly dependencies: readonly ProfileDependency[];
  readonly missing: readonly MissingDependency[];
  /** In this order: templates and cycles, what items need, what macros need. */
  readonly diagnostics: readonly Diagnostic[];
}

interface Need extends MissingDependency {
  readonly itemId: string;
  /** Written as `extensions.name`, so that its own dependencies are followed even when it is missing. */
  readonly followed: boolean;
}

const maxDepth = 32;

/** Which custom macros and slots a stack needs. Templates of disabled blocks are not looked at; a disabled slot is still needed, as for existing hosts. */
export function scanDependencies(stack: PromptStack, registrations: Registrations): DependencyScan {
  const templates = analyseBlocks(stack);
  const needs = distinct([...templates.needs, ...slotNeeds(stack)], stack);
  const dependencies = new Map<string, ProfileDependency>();
  const missing = new Map<string, MissingDependency>();
  const diagnostics: Diagnostic[] = [];
  for (const { kind, name, itemId } of needs) {
    const path = `promptStack.items.${itemId}`;
    const found = kind === "macro" ? registrations.macros.get(name) : registrations.slots.get(name);
    if (!found) {
      missing.set(`${kind}:${name}`, { kind, name });
      diagnostics.push(error("profile.dependency-missing", missingMessage(kind, name), path));
      continue;
    }
    dependencies.set(`${kind}:${name}`, dependency(kind, name, found.source));
    if (!found.source) diagnostics.push(warning("profile.dependency-anonymous", anonymousMessage(kind, name), path));
  }
  const chain = followMacros(needs, registrations);
  for (const name of chain.missing) {
    missing.set(`macro:${name}`, { kind: "macro", name });
    diagnostics.push(error("profile.dependency-missing", missingMessage("macro", name), "promptStack"));
  }
  return {
    dependencies: [...dependencies.values()].sort(byKindAndName),
    missing: [...missing.values()],
    diagnostics: [...templates.diagnostics, ...chain.problems.map(analysisError), ...diagnostics],
  };
}

function analyseBlocks(stack: PromptStack): { needs: Need[]; diagnostics: Diagnostic[] } {
  const own = stack.parameters ?? stack.variables ?? {};
  const needs: Need[] = [];
  const diagnostics: Diagnostic[] = [];
  for (const item of stack.items) {
    if (item.kind !== "block" || item.enabled === false) continue;
    const analysis = analyseTemplate(item.content);
    diagnostics.push(...analysis.diagnostics.map((each) => analysisError(`Block "${item.id}": ${each.message}`)));
    for (const { path } of analysis.references) {
      const [root = "", name] = path;
      if (root === "extensions" && name !== undefined)
        needs.push({ kind: "macro", name, itemId: item.id, followed: true });
      else if (path.length === 1 && !isAnswered(root, own)) {
        needs.push({ kind: "macro", name: root, itemId: item.id, followed: false });
      }
    }
  }
  return { needs, diagnostics };
}

function isAnswered(name: string, parameters: object): boolean {
  return Object.hasOwn(parameters, name) || runtimeAlias(name) !== undefined || roots.has(name);
}

/** A root alone is an undefined value for the renderer, but no macro. */
const roots = new Set(["runtime", "parameters", "extensions"]);

function slotNeeds(stack: PromptStack): Need[] {
  return stack.items.flatMap((item) =>
    item.kind === "slot" && !builtInSlotNames.has(item.slot)
      ? [{ kind: "slot" as const, name: item.slot, itemId: item.id, followed: true }]
      : [],
  );
}

/** One for each item and name, in the order of the items. */
function distinct(needs: readonly Need[], stack: PromptStack): Need[] {
  const order = new Map(stack.items.map((item, index) => [item.id, index]));
  const unique = new Map(needs.map((need) => [`${need.itemId}\n${need.kind}\n${need.name}\n${need.followed}`, need]));
  return [...unique.values()].sort((a, b) => (order.get(a.itemId) ?? 0) - (order.get(b.itemId) ?? 0));
}

/** Goes from what the stack names to what that names: cycles, chains that are too deep, and what is not registered. */
function followMacros(needs: readonly Need[], registrations: Registrations): { missing: string[]; problems: string[] } {
  const missing = new Set<string>();
  const problems = new Set<string>();
  const done = new Set<string>();
  const visit = (name: string, above: readonly string[]): void => {
    if (above.includes(name)) problems.add(`Macros need each other: ${[...above, name].join(" -> ")}.`);
    else if (above.length >= maxDepth)
      problems.add(`The macro "${above[0]}" needs more than ${maxDepth} others in a row.`);
    else if (!done.has(name)) {
      const macro = registrations.macros.get(name);
      if (!macro) missing.add(name);
      for (const each of macro?.dependencies ?? []) followName(each, [...above, name]);
      done.add(name);
    }
  };
  const followName = (written: string, above: readonly string[]): void => {
    const name = dependencyName(written);
    if (name !== undefined) visit(name, above);
  };
  for (const need of needs) {
    const slot = need.kind === "slot" ? registrations.slots.get(need.name) : undefined;
    for (const each of slot?.dependencies ?? []) followName(each, []);
    if (need.kind === "macro" && (need.followed || registrations.macros.has(need.name))) visit(need.name, []);
  }
  return { missing: [...missing], problems: [...problems] };
}

function dependency(kind: "macro" | "slot", name: string, source: string | undefined): ProfileDependency {
  const identity = `${kind}:${source || "anonymous"}:${name}`;
  return source ? { kind, name, identity, source } : { kind, name, identity };
}

function byKindAndName(a: ProfileDependency, b: ProfileDependency): number {
  return a.kind.localeCompare(b.kind) || a.name.localeCompare(b.name);
}

function analysisError(message: string): Diagnostic {
  return error("prompt-stack.template-analyze", message, "promptStack");
}

function missingMessage(kind: "macro" | "slot", name: string): string {
  return `The ${kind} "${name}" is not registered; add the module that makes it, or correct the name.`;
}

function anonymousMessage(kind: "macro" | "slot", name: string): string {
  return `The ${kind} "${name}" does not say where it comes from; give its registration a "source".`;
}
