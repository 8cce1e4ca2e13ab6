import { type Diagnostic, error } from "../contract/diagnostic.ts";
import { type ModelReference, type ThinkingLevel, thinkingLevels } from "../contract/model.ts";
import { failure, type Outcome, success } from "../contract/outcome.ts";
import type { Destination } from "../contract/runtime/execution-facts.ts";
import { certificateVariables } from "./environment.ts";
import type { ModelFacts, ModelFactsPort } from "./model-facts.ts";
import { isBuiltInProvider, keyVariables } from "./model-facts-keys.ts";
import { portableRegistration, type Registration, type RegistryModel, stringFields } from "./model-facts-provider.ts";
import { proxyFor } from "./model-facts-proxy.ts";
import { secretInBaseUrl } from "./model-facts-url.ts";

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
  /** Providers that the user's models file defines or changes. */
  readonly modelsFileProviders?: () => ReadonlySet<string>;
}

/** Answers from the parent's own registry: no provider is contacted, no key command is run and no token renewed before approval. */
export function createRegistryModelFacts<M extends RegistryModel>(
  registry: ModelRegistry<M>,
  { environment, modelsFileProviders }: RegistryModelFactsOptions,
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
    const origin = extension ? "extension" : originOf(model, source);
    return {
      model: { provider: model.provider, id: model.id },
      destination: destinationOf(model, origin, headerNames(model, extension)),
      price: { currency: "USD", ...priceOf(model) },
      contextWindow: positiveInteger(model.contextWindow),
      maxOutputTokens: positiveInteger(model.maxTokens),
      thinkingLevels,
      keyVariables: added ? [] : keyVariables(model.provider, environment, source, label),
      authenticated: true,
      ...(added ? { registration: added, handover: () => keyOf(model) } : {}),
    };
  }

  function destinationOf(model: M, origin: Destination["origin"], names: readonly string[]): Destination {
    const { provider, id: modelId, api, baseUrl } = model;
    const host = URL.canParse(baseUrl) ? new URL(baseUrl).host : baseUrl;
    const tls = certificateVariables(environment).join(", ") || "default";
    const proxy = proxyFor(baseUrl, environment);
    return { provider, modelId, api, baseUrl, host, headerNames: [...names], proxy, tls, origin };
  }

  function originOf(model: M, source: string | undefined): Destination["origin"] {
    if (modelsFileProviders?.().has(model.provider) || source?.startsWith("models_json")) return "models-file";
    return isBuiltInProvider(model.provider) ? "built-in" : "unknown";
  }

  /** Names only. Resolving their values is left to the child: it may run a command or renew a token, and nothing is approved yet. */
  function headerNames(model: M, extension: object | undefined): readonly string[] {
    const { provider, id } = model;
    const known = [
      ...Object.keys(stringFields(model, "headers")),
      ...Object.keys(extension ? stringFields(extension, "headers") : {}),
      ...writtenHeaders(registry, provider, id),
    ];
    return [...new Set(known.map((name) => name.toLowerCase()))].sort();
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
  return success(source === "runtime" ? { provider: model.provider, config: {} } : undefined);
}

/** Pi 1.x answers by a method, and knows providers that are objects of code; Pi 0.73 keeps them in a private map. */
function registeredProvider(registry: object, provider: string): object | undefined {
  const native = called(registry, "getRegisteredNativeProvider", provider);
  if (native) return { streamSimple: () => {} };
  if (isNewPi(registry)) return called(registry, "getRegisteredProviderConfig", provider);
  return entryOf(registry, "registeredProviders", provider);
}

/** Pi 0.73 keeps what the models file says about headers in private maps, as it is written there. */
function writtenHeaders(registry: object, provider: string, id: string): string[] {
  const ofProvider = entryOf(registry, "providerRequestConfigs", provider);
  const ofModel = entryOf(registry, "modelRequestHeaders", `${provider}:${id}`);
  return [...Object.keys(ofProvider ? stringFields(ofProvider, "headers") : {}), ...Object.keys(ofModel ?? {})];
}

function entryOf(registry: object, name: string, key: string): object | undefined {
  const map: unknown = Reflect.get(registry, name);
  const found: unknown = map instanceof Map ? map.get(key) : undefined;
  return typeof found === "object" && found !== null ? found : undefined;
}

function called(registry: object, method: string, provider: string): object | undefined {
  const ask: unknown = Reflect.get(registry, method);
  const answer: unknown = typeof ask === "function" ? Reflect.apply(ask, registry, [provider]) : undefined;
  return typeof answer === "object" && answer !== null ? answer : undefined;
}

function isNewPi(registry: object): boolean {
  return typeof Reflect.get(registry, "getRegisteredProviderConfig") === "function";
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
  const message = `There is no key for the provider "${model.provider}"; run /login in Pi or set its variable, then try again.`;
  yield error("model.no-key", message, "model.provider");
}

function unknownModel<M extends RegistryModel>(
  { provider, id }: ModelReference,
  registry: ModelRegistry<M>,
): Diagnostic {
  const models = registry.getAll().filter((model) => model.provider === provider);
  if (models.length === 0) return error("model.unknown", `Pi knows no provider "${provider}".`, "model.provider");
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
