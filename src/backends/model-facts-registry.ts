import { type Diagnostic, error } from "../contract/diagnostic.ts";
import { type ModelReference, type ThinkingLevel, thinkingLevels } from "../contract/model.ts";
import { failure, type Outcome, success } from "../contract/outcome.ts";
import { type Destination, hostOf } from "../contract/runtime/execution-facts.ts";
import { tlsState } from "./environment.ts";
import { headerNames } from "./header-names.ts";
import type { ModelFacts, ModelFactsPort } from "./model-facts.ts";
import { keyAdvice } from "./model-facts-keys.ts";
import {
  keyRegistration,
  portableRegistration,
  type Registration,
  type RegistryModel,
} from "./model-facts-provider.ts";
import { proxyFor } from "./model-facts-proxy.ts";
import { secretInBaseUrl } from "./model-facts-url.ts";
import { entryOf, hasSessionKey, isNewPi, registeredProvider } from "./registered-provider.ts";
import { requestSettings } from "./request-settings.ts";
import { modelVariables, providerOrigin } from "./user-files.ts";

/** What is used of Pi's model registry, `ctx.modelRegistry`; Pi 0.73 and Pi 1.x both fit. */
export interface ModelRegistry<M extends RegistryModel = RegistryModel> {
  find(provider: string, modelId: string): M | undefined;
  getAll(): readonly M[];
  hasConfiguredAuth(model: M): boolean;
  isUsingOAuth(model: M): boolean;
  getProviderAuthStatus(provider: string): {
    readonly source?: string | undefined;
    readonly label?: string | undefined;
  };
  getApiKeyAndHeaders(
    model: M,
  ): Promise<
    | { readonly ok: true; readonly apiKey?: string | undefined; readonly headers?: object | undefined }
    | { readonly ok: false; readonly error: string }
  >;
}

export interface RegistryModelFactsOptions {
  readonly environment: NodeJS.ProcessEnv;
  /** Where Pi's settings and the user's models file are. */
  readonly agentDir: string;
}

/** Answers from the parent's own registry: no provider is contacted, no key command is run and no token renewed before approval. */
export function createRegistryModelFacts<M extends RegistryModel>(
  registry: ModelRegistry<M>,
  { environment, agentDir }: RegistryModelFactsOptions,
): ModelFactsPort {
  return {
    resolve: async (reference, thinkingLevel) => {
      const model = registry.find(reference.provider, reference.id);
      if (!model) return failure(unknownModel(reference, registry));
      const thinkingLevels = thinkingLevelsOf(model, isNewPi(registry));
      const refusals = [
        ...missingKey(model, registry),
        ...clamped(model, thinkingLevel, thinkingLevels),
        ...secretInBaseUrl(model.provider, model.baseUrl),
      ];
      const added = registrationOf(model, registry, environment);
      if (!added.ok || refusals.length > 0) return failure(...refusals, ...added.diagnostics);
      return success(factsOf(model, added.value, thinkingLevels));
    },
  };

  function factsOf(model: M, added: Added, thinkingLevels: readonly ThinkingLevel[]): ModelFacts {
    const { source, label } = registry.getProviderAuthStatus(model.provider);
    const extension = registeredProvider(registry, model.provider);
    const origin = extension ? "extension" : providerOrigin(model.provider, source, agentDir);
    return {
      model: { provider: model.provider, id: model.id },
      destination: destinationOf(model, origin, headerNames(registry, model)),
      requestSettings: requestSettings(model, agentDir),
      // The child is started with the program that runs this process.
      nodeVersion: process.versions.node,
      price: { currency: "USD", ...priceOf(model) },
      contextWindow: positiveInteger(model.contextWindow),
      maxOutputTokens: positiveInteger(model.maxTokens),
      thinkingLevels,
      keyVariables: added ? [] : modelVariables(model, { environment, agentDir, source, label }),
      authenticated: true,
      ...(added ? { registration: added, handover: () => keyOf(model) } : {}),
    };
  }

  function destinationOf(model: M, origin: Destination["origin"], names: readonly string[]): Destination {
    const { provider, id: modelId, api, baseUrl } = model;
    const host = hostOf(baseUrl) ?? baseUrl;
    const route = { proxy: proxyFor(baseUrl, environment), tls: tlsState(environment) };
    return { provider, modelId, api, baseUrl, host, headerNames: [...names], ...route, origin };
  }

  async function keyOf(model: M): Promise<string | undefined> {
    const resolved = await registry.getApiKeyAndHeaders(model);
    return resolved.ok ? resolved.apiKey : undefined;
  }
}

type Added = Registration | undefined;

/** What an extension changed in the parent, or a key from the command line, the child has to be told. */
function registrationOf<M extends RegistryModel>(
  model: M,
  registry: ModelRegistry<M>,
  environment: NodeJS.ProcessEnv,
): Outcome<Added> {
  const extension = registeredProvider(registry, model.provider);
  if (extension) return portableRegistration(model, extension, environment);
  const { source } = registry.getProviderAuthStatus(model.provider);
  const isOfSession = source === "runtime" || hasSessionKey(registry, model.provider);
  if (!isOfSession) return success(undefined);
  return keyRegistration(model.provider, entryOf(registry, "providerRequestConfigs", model.provider), environment);
}

// Pi 0.73 has no `max`; both know `xhigh`, and Pi 1.x `max`, only where the model's own map has it.
function thinkingLevelsOf(model: RegistryModel, newPi: boolean): readonly ThinkingLevel[] {
  if (!model.reasoning) return ["off"];
  return thinkingLevels.filter((level) => {
    const mapped: unknown = model.thinkingLevelMap ? Reflect.get(model.thinkingLevelMap, level) : undefined;
    if (mapped === null || (level === "max" && !newPi)) return false;
    return level !== "xhigh" && level !== "max" ? true : mapped !== undefined;
  });
}

function* clamped(model: RegistryModel, level: ThinkingLevel, known: readonly ThinkingLevel[]): Generator<Diagnostic> {
  if (known.includes(level)) return;
  const message = `"${model.provider}/${model.id}" does not take thinking level "${level}" and Pi would change it silently; use one of: ${known.join(", ")}.`;
  yield error("model.thinking-level", message, "thinkingLevel");
}

function* missingKey<M extends RegistryModel>(model: M, registry: ModelRegistry<M>): Generator<Diagnostic> {
  if (registry.hasConfiguredAuth(model)) return;
  const message = `There is no key for the provider "${model.provider}"; ${keyAdvice(model.provider)}, then try again.`;
  yield error("model.no-key", message, "model.provider");
}

function unknownModel<M extends RegistryModel>(
  { provider, id }: ModelReference,
  registry: ModelRegistry<M>,
): Diagnostic {
  const models = registry.getAll().filter((model) => model.provider === provider);
  if (models.length === 0)
    return error(
      "model.unknown",
      `Pi knows no provider "${provider}"; choose a model that "pi --list-models" shows.`,
      "model.provider",
    );
  const some = models.slice(0, 5).map((model) => model.id);
  const more = models.length > some.length ? ` and ${models.length - some.length} more` : "";
  return error(
    "model.unknown",
    `The provider "${provider}" has no model "${id}"; it has ${some.join(", ")}${more}.`,
    "model.id",
  );
}

function priceOf({ cost }: RegistryModel) {
  return { input: cost.input, output: cost.output, cacheRead: cost.cacheRead, cacheWrite: cost.cacheWrite };
}

function positiveInteger(value: number): number | null {
  return Number.isSafeInteger(value) && value > 0 ? value : null;
}
