import { called, entryOf, registeredProvider } from "./registered-provider.ts";

/** Headers that carry the credential itself; which of them is sent is the provider's own affair. */
const credentialHeader = /(?:^|-)authorization$|^(?:x-)?api-key$|^x-goog-api-key$/;

interface NamedModel {
  readonly id: string;
  readonly provider: string;
  readonly headers?: object | undefined;
}

/**
 * The headers that a model's requests get by configuration: lower case, sorted, names only. Their values are not resolved here:
 * that may run a command or renew a token, and nothing may be approved yet.
 */
export function headerNames(registry: object, model: NamedModel): readonly string[] {
  const { provider, id } = model;
  const extension = registeredProvider(registry, provider);
  return namesOf([
    model.headers,
    ...(extension ? [headersOf(extension), headersOf(listed(extension, id))] : []),
    ...configuredHeaders(registry, provider, id),
  ]);
}

/** The names of what was resolved for a request; a header set to null is one that is taken away. */
export function resolvedHeaderNames(headers: object | undefined): readonly string[] {
  return namesOf([headers]);
}

/** A name that one list has and the other has not; the credential's own headers do not count. */
export function differingHeader(sealed: readonly string[], resolved: readonly string[]): string | undefined {
  const counted = (names: readonly string[]) => names.filter((name) => !credentialHeader.test(name));
  const [some, others] = [new Set(counted(sealed)), new Set(counted(resolved))];
  return [...some].find((name) => !others.has(name)) ?? [...others].find((name) => !some.has(name));
}

/** What the models file says about headers: Pi 0.73 keeps it in private maps, Pi 1.x in its runtime's configuration. */
function configuredHeaders(registry: object, provider: string, id: string): readonly (object | undefined)[] {
  const inMaps = [
    headersOf(entryOf(registry, "providerRequestConfigs", provider)),
    entryOf(registry, "modelRequestHeaders", `${provider}:${id}`),
  ];
  const config = objectIn(objectIn(registry, "runtime"), "config");
  const entry = config && called(config, "getProvider", provider);
  return [...inMaps, ...entryHeaders(entry, id)];
}

/** The headers that a provider's entry in the models file has for one of its models. */
export function entryHeaders(entry: object | undefined, id: string): readonly (object | undefined)[] {
  return [headersOf(entry), headersOf(listed(entry, id)), headersOf(overriding(entry, id))];
}

function listed(holder: object | undefined, id: string): object | undefined {
  const models: unknown = holder && Reflect.get(holder, "models");
  const found: unknown = Array.isArray(models) ? models.find((each) => each?.id === id) : undefined;
  return typeof found === "object" && found !== null ? found : undefined;
}

function overriding(holder: object | undefined, id: string): object | undefined {
  const overrides = objectIn(holder, "modelOverrides");
  return overrides && Object.hasOwn(overrides, id) ? objectIn(overrides, id) : undefined;
}

function headersOf(holder: object | undefined): object | undefined {
  return objectIn(holder, "headers");
}

function objectIn(holder: object | undefined, name: string): object | undefined {
  const value: unknown = holder && Reflect.get(holder, name);
  return typeof value === "object" && value !== null ? value : undefined;
}

function namesOf(headers: readonly (object | undefined)[]): readonly string[] {
  const entries = headers.flatMap((each) => Object.entries(each ?? {}));
  const names = entries.filter(([, value]) => typeof value === "string").map(([name]) => name.toLowerCase());
  return [...new Set(names)].sort();
}
