import { error } from "../contract/diagnostic.ts";
import { failure, type Outcome, success } from "../contract/outcome.ts";

/** A model as both Pi versions describe it; only what is used here. */
export interface RegistryModel {
  readonly id: string;
  readonly name: string;
  readonly provider: string;
  readonly api: string;
  readonly baseUrl: string;
  readonly reasoning: boolean;
  readonly thinkingLevelMap?: object | undefined;
  readonly input: readonly string[];
  readonly cost: {
    readonly input: number;
    readonly output: number;
    readonly cacheRead: number;
    readonly cacheWrite: number;
  };
  readonly contextWindow: number;
  readonly maxTokens: number;
  readonly headers?: object | undefined;
  readonly compat?: unknown;
}

/** The APIs that Pi brings itself; anything else is code of an extension, which the child does not load. */
const builtInApis = new Set([
  "anthropic-messages",
  "azure-openai-responses",
  "bedrock-converse-stream",
  "google-gemini-cli",
  "google-generative-ai",
  "google-vertex",
  "mistral-conversations",
  "openai-codex-responses",
  "openai-completions",
  "openai-responses",
]);

export interface Registration {
  readonly provider: string;
  readonly config: Readonly<Record<string, unknown>>;
}

/** What a model's entry may hold, but for its headers; each Pi takes of it what it knows. */
const portableFields = [
  ...["id", "name", "api", "baseUrl", "reasoning", "thinkingLevelMap", "input", "inputLimits", "cost", "contextWindow"],
  ...["maxTokens", "samplingParams", "samplingParamsByThinkingLevel", "promptCache", "compat"],
];

/**
 * What the child must register so that it resolves the model as the parent did: the one resolved model, without a key.
 * Refused by name (`model.provider-not-portable`) where the provider is code, or where a header may hold a secret or is read from elsewhere.
 */
export function portableRegistration(
  model: RegistryModel,
  registered: object,
  environment: NodeJS.ProcessEnv,
): Outcome<Registration> {
  const headers = {
    ...stringFields(registered, "headers"),
    ...modelHeaders(registered, model.id),
    ...stringFields(model, "headers"),
  };
  const obstacle = obstacleOf(model, registered) ?? headerObstacle(headers, environment);
  if (obstacle !== undefined) return notPortable(model.provider, "comes from an extension", obstacle);
  const { api, baseUrl } = model;
  const whole = Object.fromEntries(portableFields.map((name) => [name, field(model, name)]));
  const authHeader = field(registered, "authHeader") === true;
  const config = {
    baseUrl,
    api,
    ...(authHeader ? { authHeader } : {}),
    ...(hasFields(headers) ? { headers } : {}),
    models: [whole],
  };
  return success({ provider: model.provider, config: JSON.parse(JSON.stringify(config)) });
}

/**
 * The same for a provider that the child knows and only the key is of this session: registering a key replaces what Pi 0.73
 * read of its headers in the models file, so they go along.
 */
export function keyRegistration(
  provider: string,
  configured: object | undefined,
  environment: NodeJS.ProcessEnv,
): Outcome<Registration> {
  const headers = configured ? stringFields(configured, "headers") : {};
  const obstacle = headerObstacle(headers, environment);
  if (obstacle !== undefined) return notPortable(provider, "has a key of this session only", obstacle);
  const authHeader = configured !== undefined && field(configured, "authHeader") === true;
  return success({
    provider,
    config: { ...(authHeader ? { authHeader } : {}), ...(hasFields(headers) ? { headers } : {}) },
  });
}

function notPortable(provider: string, what: string, obstacle: string): Outcome<Registration> {
  const message = `The provider "${provider}" ${what} and cannot be given to the child: ${obstacle}. Choose a model of another provider.`;
  return failure(error("model.provider-not-portable", message, "model.provider"));
}

function obstacleOf(model: RegistryModel, registered: object): string | undefined {
  if (typeof field(registered, "streamSimple") === "function") return "it sends requests by a function of its own";
  return builtInApis.has(model.api) ? undefined : `its API "${model.api}" is not one of Pi's own`;
}

function headerObstacle(headers: Readonly<Record<string, string>>, environment: NodeJS.ProcessEnv): string | undefined {
  for (const [name, value] of Object.entries(headers)) {
    if (/auth|cookie|key|secret|token|password/i.test(name)) return `its header "${name}" may hold a key`;
    if (/^!|\$/.test(value) || Object.hasOwn(environment, value))
      return `its header "${name}" is read from a command or a variable`;
  }
  return undefined;
}

function modelHeaders(registered: object, id: string): Record<string, string> {
  const models = field(registered, "models");
  const found: unknown = Array.isArray(models) ? models.find((each) => each?.id === id) : undefined;
  return typeof found === "object" && found !== null ? stringFields(found, "headers") : {};
}

/** The fields of `holder[name]` that are text. */
function stringFields(holder: object, name: string): Record<string, string> {
  const value = field(holder, name);
  if (typeof value !== "object" || value === null) return {};
  return Object.fromEntries(
    Object.entries(value).filter((entry): entry is [string, string] => typeof entry[1] === "string"),
  );
}

function field(holder: object, name: string): unknown {
  return Reflect.get(holder, name);
}

function hasFields(value: object): boolean {
  return Object.keys(value).length > 0;
}
