import { expect, test } from "vitest";
import { differingHeader, headerNames } from "../../src/backends/header-names.ts";

const model = { provider: "p", id: "m", headers: { "X-Org": "1" } };
const header = (name: string) => ({ headers: { [name]: "!print secret" } });

test("Pi 0.73: the model, an extension and the models file name headers", () => {
  const registry = {
    registeredProviders: new Map([["p", { ...header("X-Extension"), models: [{ id: "m", ...header("X-Theirs") }] }]]),
    providerRequestConfigs: new Map([["p", header("X-File")]]),
    modelRequestHeaders: new Map([["p:m", { "X-Model": "1" }]]),
  };
  expect(headerNames(registry, model)).toEqual(["x-extension", "x-file", "x-model", "x-org", "x-theirs"]);
});

test("Pi 1.x: its runtime's configuration names them, for the provider, the model and by override", () => {
  const entry = {
    ...header("X-File"),
    models: [
      { id: "m", ...header("X-Model") },
      { id: "n", ...header("X-Other") },
    ],
    modelOverrides: { m: header("X-Override"), n: header("X-Not-Ours") },
  };
  const registry = {
    getRegisteredProviderConfig: () => undefined,
    runtime: { config: { getProvider: (id: string) => (id === "p" ? entry : undefined) } },
  };
  expect(headerNames(registry, model)).toEqual(["x-file", "x-model", "x-org", "x-override"]);
});

test("the credential's own headers may differ, any other may not", () => {
  expect(differingHeader(["x-team"], ["authorization", "x-api-key", "cf-aig-authorization", "x-team"])).toBeUndefined();
  expect(differingHeader(["x-team"], ["x-team", "x-token"])).toBe("x-token");
  expect(differingHeader(["x-team"], [])).toBe("x-team");
});
