import { expect, test } from "vitest";
import { allKeyVariables } from "../../src/backends/model-facts-keys.ts";
import type { RegistryModel } from "../../src/backends/model-facts-provider.ts";
import { proxyFor } from "../../src/backends/model-facts-proxy.ts";
import { createRegistryModelFacts, type ModelRegistry } from "../../src/backends/model-facts-registry.ts";

function aModel(overrides: Partial<RegistryModel> = {}): RegistryModel {
  return {
    id: "m:1/x",
    name: "M",
    provider: "anthropic",
    api: "anthropic-messages",
    baseUrl: "https://api.example.com",
    reasoning: true,
    input: ["text"],
    cost: { input: 1, output: 2, cacheRead: 0, cacheWrite: 0 },
    contextWindow: 1000,
    maxTokens: 100,
    ...overrides,
  };
}

interface FakeRegistry {
  readonly model?: RegistryModel;
  readonly registered?: object;
  readonly native?: object;
  readonly newPi?: boolean;
  readonly source?: string;
  readonly label?: string;
  readonly configured?: boolean;
  readonly oauth?: boolean;
}

/** Fits the registry port in the way of either Pi; counts how often the key is read. */
function aRegistry({ model = aModel(), newPi = true, configured = true, oauth = false, ...rest }: FakeRegistry = {}) {
  const keyReads = { count: 0 };
  const registry: ModelRegistry = {
    find: (provider, id) => (provider === model.provider && id === model.id ? model : undefined),
    getAll: () => [model],
    hasConfiguredAuth: () => configured,
    isUsingOAuth: () => oauth,
    getProviderAuthStatus: () => ({ source: rest.source, label: rest.label }),
    getApiKeyAndHeaders: async () => {
      keyReads.count += 1;
      return { ok: true, apiKey: "secret-key", headers: { "X-Title": "secret-value" } };
    },
  };
  const extra = newPi
    ? { getRegisteredProviderConfig: () => rest.registered, getRegisteredNativeProvider: () => rest.native }
    : {
        registeredProviders: new Map(rest.registered ? [[model.provider, rest.registered]] : []),
        providerRequestConfigs: new Map([[model.provider, { headers: { "X-Title": "!print secret-value" } }]]),
        modelRequestHeaders: new Map([[`${model.provider}:${model.id}`, { "X-Model": "secret-value" }]]),
      };
  return { registry: Object.assign(registry, extra), keyReads, model };
}

const agentDir = "/nowhere/agent";

async function resolved(
  fake: FakeRegistry = {},
  environment: NodeJS.ProcessEnv = {},
  level: "off" | "high" | "max" = "high",
) {
  const { registry, model } = aRegistry(fake);
  const facts = createRegistryModelFacts(registry, { environment, agentDir });
  return facts.resolve({ provider: model.provider, id: model.id }, level, new AbortController().signal);
}

const codes = (outcome: Awaited<ReturnType<typeof resolved>>) => outcome.diagnostics.map((each) => each.code);
const value = (outcome: Awaited<ReturnType<typeof resolved>>) => {
  if (!outcome.ok) throw new Error(JSON.stringify(outcome.diagnostics));
  return outcome.value;
};

test("names the headers of Pi 0.73's models file without resolving one", async () => {
  const fake = { newPi: false, model: aModel({ headers: { "X-Org": "secret-org" } }) };
  const { registry, model, keyReads } = aRegistry(fake);
  const facts = createRegistryModelFacts(registry, { environment: {}, agentDir });
  const reference = { provider: model.provider, id: model.id };
  const outcome = await facts.resolve(reference, "high", new AbortController().signal);
  expect(value(outcome).destination.headerNames).toEqual(["x-model", "x-org", "x-title"]);
  expect(keyReads.count).toBe(0);
  expect(JSON.stringify(outcome)).not.toContain("secret");
});

test("refuses a base URL that holds a key, without repeating it", async () => {
  for (const baseUrl of ["https://user:hunter2@api.example.com", "https://api.example.com/v1?key=hunter2"]) {
    const outcome = await resolved({ model: aModel({ baseUrl }) });
    expect(codes(outcome)).toContain("model.base-url-secret");
    expect(JSON.stringify(outcome)).not.toContain("hunter2");
  }
});

test("tells where requests go, by names and never by values", async () => {
  const environment = { HTTPS_PROXY: "http://user:pass@proxy:8080", NODE_EXTRA_CA_CERTS: "/ca.pem" };
  const outcome = await resolved({ model: aModel({ headers: { "X-Org": "secret-org" } }) }, environment);
  expect(value(outcome).destination).toEqual({
    provider: "anthropic",
    modelId: "m:1/x",
    api: "anthropic-messages",
    baseUrl: "https://api.example.com",
    host: "api.example.com",
    headerNames: ["x-org"],
    proxy: "http://proxy:8080",
    tls: "NODE_EXTRA_CA_CERTS",
    origin: "built-in",
  });
  expect(JSON.stringify(outcome)).not.toMatch(/secret|pass@/);
});

test("names the variables that hold the key, and none where the key is stored", async () => {
  const environment = { ANTHROPIC_API_KEY: "k", OPENAI_API_KEY: "k", MY_KEY: "k" };
  expect(value(await resolved({ source: "environment" }, environment)).keyVariables).toEqual(["ANTHROPIC_API_KEY"]);
  expect(value(await resolved({ source: "environment", label: "MY_KEY" }, environment)).keyVariables).toEqual([
    "ANTHROPIC_API_KEY",
    "MY_KEY",
  ]);
  expect(value(await resolved({ source: "stored" }, environment)).keyVariables).toEqual([]);
});

test("names every key variable that is set, for a Pi that chooses the model itself", () => {
  expect(allKeyVariables({ OPENAI_API_KEY: "k", AWS_REGION: "r", GROQ_API_KEY: "", SECRET: "k" })).toEqual([
    "AWS_REGION",
    "OPENAI_API_KEY",
  ]);
});

test("reads no key where that would run a command or renew a token", async () => {
  for (const fake of [{ source: "models_json_command" }, { oauth: true }]) {
    const { registry, keyReads, model } = aRegistry(fake);
    await createRegistryModelFacts(registry, { environment: {}, agentDir }).resolve(
      { provider: model.provider, id: model.id },
      "off",
      new AbortController().signal,
    );
    expect(keyReads.count).toBe(0);
  }
});

test("refuses an unknown model, a missing key and a level that Pi would change", async () => {
  const { registry } = aRegistry();
  const facts = createRegistryModelFacts(registry, { environment: {}, agentDir });
  const ask = (provider: string, id: string) => facts.resolve({ provider, id }, "off", new AbortController().signal);
  expect((await ask("anthropic", "m")).diagnostics[0]).toMatchObject({ code: "model.unknown", path: "model.id" });
  expect((await ask("none", "m")).diagnostics[0]).toMatchObject({ code: "model.unknown", path: "model.provider" });
  expect(codes(await resolved({ configured: false, model: aModel({ reasoning: false }) }))).toEqual([
    "model.no-key",
    "model.thinking-level",
  ]);
});

test("knows the levels of each Pi", async () => {
  const model = aModel({ thinkingLevelMap: { minimal: null, xhigh: "x", max: "m" } });
  expect(value(await resolved({ model })).thinkingLevels).toEqual(["off", "low", "medium", "high", "xhigh", "max"]);
  expect(value(await resolved({ model, newPi: false })).thinkingLevels).toEqual([
    "off",
    "low",
    "medium",
    "high",
    "xhigh",
  ]);
  expect(value(await resolved({ model: aModel({ reasoning: false }) }, {}, "off")).thinkingLevels).toEqual(["off"]);
});

test.each([true, false])("hands over what an extension registered, without its key (Pi 1.x: %s)", async (newPi) => {
  const registered = {
    apiKey: "secret-key",
    oauth: { login: () => {} },
    headers: { "X-Team": "blue" },
    baseUrl: "https://other",
  };
  const model = aModel({ provider: "gateway", baseUrl: "https://other/v1" });
  const facts = value(await resolved({ newPi, registered, model }));
  expect(facts.destination.origin).toBe("extension");
  expect(facts.registration).toMatchObject({
    provider: "gateway",
    config: { baseUrl: "https://other/v1", headers: { "X-Team": "blue" }, models: [{ id: "m:1/x", maxTokens: 100 }] },
  });
  expect(JSON.stringify(facts)).not.toContain("secret");
  expect(await facts.handover?.()).toBe("secret-key");
});

test("hands over a key from the command line, which the child cannot know", async () => {
  const facts = value(await resolved({ source: "runtime" }));
  expect([facts.registration, await facts.handover?.()]).toEqual([{ provider: "anthropic", config: {} }, "secret-key"]);
});

test.each([
  ["a function", { registered: { api: "anthropic-messages", streamSimple: () => {} } }],
  ["an object of code", { native: { id: "anthropic" } }],
  ["an API of its own", { registered: {}, model: aModel({ api: "custom-api" }) }],
  ["a header that may hold a key", { registered: { headers: { "X-Api-Key": "v" } } }],
  ["a header from a command", { registered: { headers: { "X-Team": "!print" } } }],
  ["a header from a variable", { registered: { headers: { "X-Team": "TEAM" } } }],
])("refuses a provider that is %s", async (_, fake) => {
  expect(codes(await resolved(fake, { TEAM: "blue" }))).toEqual(["model.provider-not-portable"]);
});

test.each([
  ["http://127.0.0.1:1/v1", { http_proxy: "http://p:1" }, "http://p:1"],
  ["https://a.example/v1", { HTTP_PROXY: "http://p:1" }, "http://p:1"],
  ["https://a.example/v1", { HTTP_PROXY: "http://p:1", https_proxy: "http://s:1" }, "http://s:1"],
  ["https://a.example/v1", { https_proxy: "http://s:1", NO_PROXY: ".example" }, null],
  ["https://a.example/v1", { https_proxy: "http://s:1", NO_PROXY: "example" }, "http://s:1"],
  ["https://a.example:8443/", { https_proxy: "http://s:1", no_proxy: "x, a.example:8443" }, null],
  ["https://a.example/v1", { https_proxy: "http://s:1", no_proxy: "*" }, null],
  ["not a url", { https_proxy: "http://s:1" }, null],
])("a request to %s with %j passes %s", (url, environment, proxy) => {
  expect(proxyFor(url, environment)).toBe(proxy);
});
