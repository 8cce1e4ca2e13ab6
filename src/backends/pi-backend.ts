import type { Conversation } from "../contract/conversation.ts";
import { hasErrors } from "../contract/diagnostic.ts";
import type { Outcome } from "../contract/outcome.ts";
import type { ExecutionIntent } from "../contract/runtime/execution-intent.ts";
import type { AcceptedPreflight } from "../contract/runtime/preflight.ts";
import { type PromptRuntime, promptRuntimeFingerprint } from "../contract/runtime/prompt-runtime.ts";
import type { ToolCatalog } from "../contract/tool-catalog.ts";
import type { Backend } from "../runtime/backend.ts";
import type { ModelFacts } from "./model-facts.ts";
import { guardedRoot } from "./path-guard.ts";
import { type PiChild, startPiChild } from "./pi-child.ts";
import { piDescriptor } from "./pi-descriptor.ts";
import { piEnvironment } from "./pi-environment.ts";
import type { PiBackendOptions, PiVariant } from "./pi-options.ts";
import { piPreflight } from "./pi-preflight.ts";
import { runInChild } from "./pi-run.ts";
import { readToolCatalog } from "./read-tool-catalog.ts";
import { unsendable } from "./sendable.ts";
import { type WarmChild, warmChild } from "./warm-child.ts";

/** What the backend keeps between preparation and start; nothing in it was sent anywhere. */
export interface PiPreparation {
  readonly intent: ExecutionIntent;
  readonly preflight: AcceptedPreflight;
  readonly facts: ModelFacts;
  readonly warm: WarmChild;
}

/** Model facts by preflight, so that preparation uses exactly what was answered. */
const mostOpenPreflights = 256;
const discardGraceMs = 2_000;

/** Both Pi backends: they differ only in how Pi is driven. */
export function createPiBackend(variant: PiVariant, options: PiBackendOptions): Backend<PiPreparation> {
  const factsOf = new Map<string, ModelFacts>();

  const catalog = async (): Promise<Outcome<ToolCatalog>> =>
    readToolCatalog({ agentDir: options.agentDir, path: options.environment.PATH ?? "" });

  const askModel = ({ model, thinkingLevel }: ExecutionIntent, signal: AbortSignal) =>
    options.models.resolve(model, thinkingLevel, signal);

  const environmentFor = (facts: ModelFacts | undefined) =>
    piEnvironment({
      environment: options.environment,
      agentDir: options.agentDir,
      keyVariables: facts?.keyVariables ?? [],
    });

  const start = (preparation: Pick<PiPreparation, "intent" | "preflight" | "facts">): PiChild =>
    startPiChild({
      installation: options.installation,
      mode: variant.mode,
      model: preparation.intent.model,
      thinkingLevel: preparation.intent.thinkingLevel,
      environment: environmentFor(preparation.facts),
      newId: options.newId,
      setup: {
        root: options.root,
        tools: preparation.intent.requestedTools,
        denied: options.guard.denied,
        allowed: options.guard.allowed,
        limits: hardLimits(preparation.preflight),
        registration: preparation.facts.registration ?? null,
      },
    });

  return {
    descriptor: piDescriptor(variant.backendId),
    catalog,
    async preflight({ intent, signal }) {
      const rootProblems = guardedRoot({ root: options.root, ...options.guard }).diagnostics;
      // In a terminal the answer takes a child, which is not started for a place where nothing may run.
      const facts = hasErrors(rootProblems) ? undefined : await askModel(intent, signal);
      const known = facts?.ok ? facts.value : undefined;
      const environment = Object.keys(environmentFor(known));
      const available = await catalog();
      const preflight = piPreflight({
        variant,
        options,
        intent,
        rootProblems,
        environment,
        catalog: available,
        ...(facts && { facts }),
      });
      if (preflight.status === "accepted" && known) remember(factsOf, preflight.preflightId, known);
      return preflight;
    },
    async prepare({ intent, preflight }, { compile }) {
      const facts = factsOf.get(preflight.preflightId);
      if (facts === undefined) throw new Error(`Preflight ${preflight.preflightId} is not open in this backend.`);
      factsOf.delete(preflight.preflightId);
      const promptRuntime = piPromptRuntime(intent, preflight, options);
      const conversation = await compile(promptRuntime);
      refuseUnsendable(conversation, facts.destination.api);
      const warm = warmChild(() => start({ intent, preflight, facts }));
      return { promptRuntime, conversation, preparation: { intent, preflight, facts, warm } };
    },
    warm({ warm }) {
      if (options.warmStart) warm.start();
    },
    start({ plan, preparation }, { emit, signal }) {
      const child = preparation.warm.take() ?? start(preparation);
      const { facts } = preparation;
      const secrets = facts.keyVariables.flatMap((name) => options.environment[name] ?? []);
      return runInChild({ variant, plan, facts, child, secrets, idleTimeoutMs: options.idleTimeoutMs, emit, signal });
    },
    async discard({ warm }) {
      await warm.take()?.end(discardGraceMs);
    },
  };
}

function remember(facts: Map<string, ModelFacts>, id: string, value: ModelFacts): void {
  const [oldest] = facts.keys();
  if (facts.size >= mostOpenPreflights && oldest !== undefined) facts.delete(oldest);
  facts.set(id, value);
}

function hardLimits({ limits }: AcceptedPreflight) {
  const { maxTurns, tokenBudget, maxOutputBytes } = limits;
  return {
    ...(maxTurns && { maxTurns: maxTurns.value }),
    ...(tokenBudget && { tokenBudget: tokenBudget.value }),
    ...(maxOutputBytes && { maxOutputBytes: maxOutputBytes.value }),
  };
}

/** A delegated prompt is compiled without Pi's own: its base is empty, and no context file or skill is part of it. */
function piPromptRuntime(
  intent: ExecutionIntent,
  preflight: AcceptedPreflight,
  options: PiBackendOptions,
): PromptRuntime {
  const tools = preflight.toolCatalog.filter((tool) => intent.requestedTools.includes(tool.name));
  const runtime: Omit<PromptRuntime, "promptRuntimeFingerprint"> = {
    fidelity: "backend-assisted",
    baseSystemPrompt: "",
    preparedAt: new Date(options.clock()).toISOString(),
    model: intent.model,
    options: {
      cwd: options.root,
      selectedTools: [...intent.requestedTools],
      toolSnippets: Object.fromEntries(tools.map((tool) => [tool.name, tool.promptSnippet ?? ""])),
      contextFiles: [],
      skills: [],
    },
  };
  return { ...runtime, promptRuntimeFingerprint: promptRuntimeFingerprint(runtime) };
}

function refuseUnsendable(conversation: Conversation, api: string): void {
  const problems = [...unsendable(conversation, api)];
  if (!hasErrors(problems)) return;
  throw Object.assign(new Error("The conversation cannot be sent as it was compiled."), { diagnostics: problems });
}
