import { type Diagnostic, error, hasErrors } from "../contract/diagnostic.ts";
import { failure, type Outcome, success } from "../contract/outcome.ts";
import { checkExecutionIntent, type ExecutionIntent } from "../contract/runtime/execution-intent.ts";
import type { AcceptedPreflight } from "../contract/runtime/preflight.ts";
import { sameJson } from "../contract/same-json.ts";
import type { CatalogTool } from "../contract/tool-catalog.ts";
import { acceptedPreflight } from "./accepted-preflight.ts";
import type { BackendPreparation } from "./backend.ts";
import type { Registration } from "./backend-registry.ts";
import { type Bound, bounded, causeText, started } from "./bounded.ts";
import { type Compiled, cancelled } from "./compile-once.ts";
import { frozenJson } from "./frozen-json.ts";
import { guardedCompile } from "./guarded-compile.ts";
import { discardPreparation, type SealedRun } from "./prepared-run.ts";
import type { PrepareRun } from "./runtime-port.ts";
import { sealPlan } from "./seal-plan.ts";
import { thrownDiagnostics } from "./thrown-diagnostics.ts";

export interface PrepareTools {
  readonly preparedId: () => Outcome<string>;
  /** For each of the backend's two steps. */
  readonly bound: Bound & { readonly signal: AbortSignal };
  readonly cleanupBound: Bound;
  /** Work that outlives a preparation which was given up. */
  readonly background: (work: Promise<unknown>) => void;
}

/** Preflight, compile once, seal. All or nothing: whatever fails after the backend prepared is given back to it. */
export async function prepareRun(
  registration: Registration,
  request: PrepareRun,
  tools: PrepareTools,
): Promise<Outcome<SealedRun>> {
  const intent = checkedIntent(request.intent);
  if (!intent.ok) return intent;
  const preflight = await acceptedPreflight(registration, intent.value, tools.bound);
  if (!preflight.ok) return preflight;
  const effectiveTools = boundTools(intent.value, preflight.value);
  if (!effectiveTools.ok) return effectiveTools;

  const prepared = await preparedByBackend(registration, request, intent.value, preflight.value, tools);
  if (!prepared.ok) return prepared;
  const { compiled, preparation } = prepared.value;
  const sealed = sealedWith(tools.preparedId(), (preparedRunId) =>
    sealPlan({
      preparedRunId,
      intent: intent.value,
      preflight: preflight.value,
      promptRuntime: compiled.promptRuntime,
      conversation: compiled.conversation,
      effectiveTools: effectiveTools.value,
    }),
  );
  if (!sealed.ok) return givenBack(registration, preparation.preparation, sealed.diagnostics, tools);
  return success(
    { registration, plan: sealed.value, prepared: preparation, state: "prepared", discarding: undefined },
    [...intent.diagnostics, ...preflight.diagnostics, ...compiled.diagnostics, ...sealed.diagnostics],
  );
}

function checkedIntent(intent: ExecutionIntent): Outcome<ExecutionIntent> {
  const copy = frozenJson(intent, "intent.canonical", "intent", "intent");
  if (!copy.ok) return copy;
  const problems = checkExecutionIntent(copy.value);
  return hasErrors(problems)
    ? failure(error("intent.invalid", "The intent is not valid.", "intent"), ...problems)
    : success(copy.value, problems);
}

/** The tools asked for, as the catalogue describes them, in the order they were asked for. */
function boundTools(intent: ExecutionIntent, preflight: AcceptedPreflight): Outcome<CatalogTool[]> {
  const offered = new Map(preflight.toolCatalog.map((tool) => [tool.name, tool]));
  const found = intent.requestedTools.map((name) => offered.get(name));
  const missing = intent.requestedTools.filter((name) => !offered.has(name));
  const tools = found.filter((tool) => tool !== undefined);
  if (missing.length === 0 && new Set(tools).size === tools.length) return success(tools);
  const problem = missing.length === 0 ? "names a tool twice" : `names tools the backend lacks: ${missing.join(", ")}`;
  return failure(error("preparation.tool-binding", `The intent ${problem}.`, "requestedTools"));
}

interface Prepared {
  readonly compiled: Compiled;
  readonly preparation: BackendPreparation<unknown>;
}

async function preparedByBackend(
  registration: Registration,
  request: PrepareRun,
  intent: ExecutionIntent,
  preflight: AcceptedPreflight,
  tools: PrepareTools,
): Promise<Outcome<Prepared>> {
  const { signal } = tools.bound;
  if (signal.aborted) return cancelled();
  const guard = guardedCompile(request.compile, preflight, signal);
  const working = started(() =>
    registration.backend.prepare({ intent, preflight }, { compile: guard.compile, signal }),
  );
  const ended = await bounded(() => working, tools.bound);
  guard.close();
  if (ended.kind === "aborted" || ended.kind === "late") {
    // What it prepares after all is given back as soon as it is there; a late failure left nothing to give back.
    const late = working.then(
      (value) => discardPreparation(registration, heldBy(value), tools.cleanupBound),
      () => undefined,
    );
    tools.background(bounded(() => late, tools.cleanupBound));
    return failure(givenUp(ended.kind, tools.bound.ms));
  }
  if (ended.kind === "failed") {
    return failure(...(guard.refusal() ?? refusalOf(ended.cause)));
  }
  const preparation = readPreparation(ended.value);
  const compiled = guard.compiled();
  const problems = guard.refusal() ?? preparationProblems(preparation, compiled);
  if (preparation !== undefined && compiled !== undefined && problems.length === 0) {
    return success({ compiled, preparation });
  }
  return givenBack(registration, heldBy(ended.value), problems, tools);
}

/** What the backend says itself, where it threw diagnostics with an error among them. */
function refusalOf(cause: unknown): readonly Diagnostic[] {
  const said = thrownDiagnostics(cause);
  if (hasErrors(said)) return said;
  return [error("preparation.backend-error", `The backend could not prepare the run: ${causeText(cause)}.`)];
}

function givenUp(kind: "aborted" | "late", afterMs: number): Diagnostic {
  return kind === "aborted"
    ? error("preparation.cancelled", "The preparation was cancelled.")
    : error("preparation.timed-out", `The backend did not prepare the run within ${afterMs} ms.`);
}

function preparationProblems(
  preparation: BackendPreparation<unknown> | undefined,
  compiled: Compiled | undefined,
): readonly Diagnostic[] {
  if (compiled === undefined) {
    return [error("preparation.compiler-bypass", "The backend prepared a run without compiling its prompt.")];
  }
  if (preparation === undefined) return [error("preparation.invalid", "The backend's preparation is malformed.")];
  const isSame =
    sameJson(preparation.promptRuntime, compiled.promptRuntime) &&
    sameJson(preparation.conversation, compiled.conversation);
  return isSame
    ? []
    : [error("preparation.compiler-mismatch", "The backend changed the prompt after it was compiled.")];
}

/** The three fields, if they are there and can be read. */
function readPreparation(value: BackendPreparation<unknown>): BackendPreparation<unknown> | undefined {
  try {
    const { promptRuntime, conversation, preparation } = value;
    const isWhole = typeof promptRuntime === "object" && typeof conversation === "object" && "preparation" in value;
    return isWhole ? { promptRuntime, conversation, preparation } : undefined;
  } catch {
    // Nothing, or an accessor that throws: there is no preparation to speak of.
    return undefined;
  }
}

/** What the backend has to get back, even if the rest of what it returned is malformed. */
function heldBy(value: BackendPreparation<unknown>): unknown {
  try {
    return value.preparation;
  } catch {
    // Nothing, or an accessor that throws.
    return undefined;
  }
}

async function givenBack(
  registration: Registration,
  preparation: unknown,
  problems: readonly Diagnostic[],
  tools: PrepareTools,
): Promise<Outcome<never>> {
  const discarded = await discardPreparation(registration, preparation, tools.cleanupBound);
  return failure(...problems, ...discarded.diagnostics);
}

function sealedWith<T>(id: Outcome<string>, seal: (id: string) => Outcome<T>): Outcome<T> {
  return id.ok ? seal(id.value) : id;
}
