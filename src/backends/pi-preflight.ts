import { type Diagnostic, error, hasErrors, info, warning } from "../contract/diagnostic.ts";
import type { LimitsReceipt } from "../contract/limits.ts";
import type { Outcome } from "../contract/outcome.ts";
import type { ExecutionIntent } from "../contract/runtime/execution-intent.ts";
import type { AcceptedPreflight, Preflight } from "../contract/runtime/preflight.ts";
import type { ToolCatalog } from "../contract/tool-catalog.ts";
import type { ModelFacts } from "./model-facts.ts";
import { piDescriptor } from "./pi-descriptor.ts";
import type { PiBackendOptions, PiVariant } from "./pi-options.ts";

const mountId = "host-workspace";

export interface PreflightInput {
  readonly variant: PiVariant;
  readonly options: PiBackendOptions;
  readonly intent: ExecutionIntent;
  readonly catalog: Outcome<ToolCatalog>;
  /** Absent: nobody was asked, because of `rootProblems`. */
  readonly facts?: Outcome<ModelFacts>;
  /** What speaks against the directory the tools would read. */
  readonly rootProblems?: readonly Diagnostic[];
  /** Names of the variables the child will get. */
  readonly environment: readonly string[];
}

/** Says what will be enforced, or everything that cannot be. */
export function piPreflight(input: PreflightInput): Preflight {
  const { variant, options, intent, facts } = input;
  const catalog = input.catalog.ok ? input.catalog.value : [];
  const problems = [
    ...(input.rootProblems ?? []),
    ...accessProblems(variant.prefix, intent),
    ...limitProblems(variant.prefix, intent),
    ...toolProblems(variant.prefix, intent, catalog),
    ...modelProblems(variant.prefix, intent, facts),
    ...input.catalog.diagnostics,
  ];
  const backend = piDescriptor(variant.backendId);
  const preflightId = `${variant.prefix}-preflight:${options.newId()}`;
  if (hasErrors(problems) || !facts?.ok) {
    return { status: "rejected", preflightId, backend, diagnostics: problems };
  }
  return accepted({ ...input, facts: facts.value, catalog, preflightId, backend, problems });
}

function accepted(
  input: Omit<PreflightInput, "facts" | "catalog"> & {
    readonly facts: ModelFacts;
    readonly catalog: ToolCatalog;
    readonly preflightId: string;
    readonly backend: AcceptedPreflight["backend"];
    readonly problems: readonly Diagnostic[];
  },
): AcceptedPreflight {
  const { variant, options, intent, facts } = input;
  const workspace = intent.access.workspaces[0];
  return {
    status: "accepted",
    preflightId: input.preflightId,
    backend: input.backend,
    model: intent.model,
    thinkingLevel: intent.thinkingLevel,
    toolCatalog: input.catalog.map((tool) => ({ ...tool, effects: [...tool.effects] })),
    access: {
      level: "read-only",
      mounts: workspace === undefined ? [] : [{ workspaceHandle: workspace.handle, mountId, mode: "read-only" }],
      workingDirectory: { mountId, path: "." },
      network: "allow",
      process: false,
      executionBoundary: "shared-user",
      enforcement: input.backend.capabilities.access,
    },
    limits: limitsReceipt(intent),
    facts: {
      destination: { ...facts.destination, headerNames: [...facts.destination.headerNames] },
      model: intent.model,
      thinkingLevel: intent.thinkingLevel,
      price: facts.price,
      contextWindow: facts.contextWindow,
      maxOutputTokens: facts.maxOutputTokens,
      environment: [...input.environment].sort(),
      piVersion: options.installation.version,
      requestSettings: facts.requestSettings,
      nodeVersion: facts.nodeVersion,
      root: options.root,
      deniedPaths: [...options.guard.denied],
      allowedPaths: [...options.guard.allowed],
    },
    diagnostics: [...input.problems, sharedUser(variant.prefix)],
  };
}

function sharedUser(prefix: string): Diagnostic {
  const message = "The child runs with your own rights: its tools only read, but no sandbox holds it.";
  return warning(`${prefix}.shared-user`, message, "access.executionBoundary");
}

function limitsReceipt({ limits }: ExecutionIntent): LimitsReceipt {
  const hard = (value: number) => ({ value, enforcement: "backend-hard" as const });
  return {
    ...(limits.timeoutMs && { timeoutMs: { value: limits.timeoutMs.value, enforcement: "host-abort" as const } }),
    ...(limits.maxTurns && { maxTurns: hard(limits.maxTurns.value) }),
    ...(limits.tokenBudget && { tokenBudget: hard(limits.tokenBudget.value) }),
    ...(limits.maxOutputBytes && { maxOutputBytes: hard(limits.maxOutputBytes.value) }),
  };
}

function* accessProblems(prefix: string, { access, media }: ExecutionIntent): Generator<Diagnostic> {
  const [workspace, ...others] = access.workspaces;
  const isOneReadOnly = workspace?.mode === "read-only" && others.length === 0;
  if (access.level !== "read-only" || !isOneReadOnly) {
    const message = `Access is "${access.level}" with ${access.workspaces.length} workspaces; ask for "read-only" with exactly one read-only workspace.`;
    yield error(`${prefix}.access`, message, "access");
  }
  const directory = access.workingDirectory;
  if (directory === undefined || directory.workspaceHandle !== workspace?.handle || directory.path !== ".") {
    const message = `The working directory is "${directory?.path ?? "(none)"}"; ask for "." in the one workspace.`;
    yield error(`${prefix}.cwd`, message, "access.workingDirectory");
  }
  if (access.executionBoundary !== "shared-user") {
    const message = `The boundary "${access.executionBoundary}" is asked for, but this backend runs as the user; ask for "shared-user".`;
    yield error(`${prefix}.boundary`, message, "access.executionBoundary");
  }
  if (access.network !== "allow") {
    const message = `Network "${access.network}" cannot be enforced here; ask for "allow".`;
    yield error(`${prefix}.network`, message, "access.network");
  }
  if (access.allowProcess === true) {
    yield error(
      `${prefix}.process`,
      "This backend offers no tool that starts processes; leave it out.",
      "access.allowProcess",
    );
  }
  if (media.length > 0) {
    yield error(`${prefix}.media`, `${media.length} media references cannot be sent; remove them.`, "media");
  }
}

function* limitProblems(prefix: string, { limits }: ExecutionIntent): Generator<Diagnostic> {
  if (limits.timeoutMs?.enforcement !== "required") return;
  const message = "The time limit is kept by the host, not by this backend; ask for it as best-effort.";
  yield error(`${prefix}.limit`, message, "limits.timeoutMs");
}

function* toolProblems(prefix: string, intent: ExecutionIntent, catalog: ToolCatalog): Generator<Diagnostic> {
  for (const [index, name] of intent.requestedTools.entries()) {
    if (catalog.some((tool) => tool.name === name)) continue;
    const offered = catalog.map((tool) => tool.name).join(", ");
    const message = `The tool "${name}" is not offered here; choose from ${offered}.`;
    yield error(`${prefix}.tool`, message, `requestedTools[${index}]`);
  }
}

/** The port's own reasons come first, for they are exact; ours follow because existing clients look for their codes. */
function* modelProblems(prefix: string, intent: ExecutionIntent, facts?: Outcome<ModelFacts>): Generator<Diagnostic> {
  if (facts === undefined) return;
  yield* facts.diagnostics;
  if (!facts.ok) {
    yield refusedModel(prefix, intent, facts.diagnostics);
    return;
  }
  const name = nameOf(intent);
  const { authenticated, thinkingLevels } = facts.value;
  if (!authenticated) yield error(`${prefix}.auth`, `There is no key for "${name}"; log in in Pi.`, "model");
  if (!thinkingLevels.includes(intent.thinkingLevel)) {
    yield wrongThinking(prefix, intent, `choose from ${thinkingLevels.join(", ")}`);
  }
  if (facts.value.price === null) {
    yield info(`${prefix}.price-unknown`, `Pi knows no price for "${name}", so no cost is shown.`, "model");
  }
}

function refusedModel(prefix: string, intent: ExecutionIntent, reasons: readonly Diagnostic[]): Diagnostic {
  const codes = reasons.map(({ code }) => code);
  const name = nameOf(intent);
  if (codes.includes("model.no-key")) {
    const message = `There is no key for "${name}"; log in to ${intent.model.provider} in Pi or set its variable.`;
    return error(`${prefix}.auth`, message, "model");
  }
  // Where the level is all that is wrong, another model need not be chosen.
  if (codes.every((code) => code === "model.thinking-level")) {
    return wrongThinking(prefix, intent, "choose a level that the model takes");
  }
  return error(
    `${prefix}.model`,
    `The model "${name}" cannot be used; choose one that "pi --list-models" shows.`,
    "model",
  );
}

function wrongThinking(prefix: string, intent: ExecutionIntent, advice: string): Diagnostic {
  const message = `"${nameOf(intent)}" would silently change thinking "${intent.thinkingLevel}"; ${advice}.`;
  return error(`${prefix}.thinking`, message, "thinkingLevel");
}

function nameOf({ model }: ExecutionIntent): string {
  return `${model.provider}/${model.id}`;
}
