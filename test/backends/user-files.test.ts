import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { modelVariables, namedKeyVariables, providerOrigin } from "../../src/backends/user-files.ts";

let agentDir: string;
beforeEach(() => {
  agentDir = mkdtempSync(join(tmpdir(), "user-files-"));
});
afterEach(() => rmSync(agentDir, { recursive: true, force: true }));

const write = (name: string, text: string) => writeFileSync(join(agentDir, name), text);
const models = (providers: object) => write("models.json", JSON.stringify({ providers }));
const environment = { MY_KEY: "k", OTHER_KEY: "o", TEAM: "t", EMPTY: "" };
const variablesOf = (provider: string, id = "m") =>
  modelVariables({ provider, id }, { environment, agentDir, source: undefined, label: undefined });

test("a provider of the models file is defined there, also where Pi brings one of that name", () => {
  models({ anthropic: { baseUrl: "http://a" } });
  expect(providerOrigin("anthropic", "environment", agentDir)).toBe("models-file");
  expect(providerOrigin("openai", "environment", agentDir)).toBe("built-in");
  expect(providerOrigin("other", "stored", agentDir)).toBe("unknown");
});

test("a key in the models file tells that the provider is defined there", () => {
  expect(providerOrigin("loopback", "models_json_key", agentDir)).toBe("models-file");
});

test("without a models file only Pi's own providers are known", () => {
  expect(providerOrigin("anthropic", "environment", agentDir)).toBe("built-in");
  expect(providerOrigin("constructor", undefined, agentDir)).toBe("unknown");
});

test("the models file is read as Pi reads it, with comments and commas too many", () => {
  write(
    "models.json",
    '\uFEFF{ "providers": { // mine\n "a": { "baseUrl": "http://a//,]", "models": [1,], }, // last\n}, }',
  );
  expect(providerOrigin("a", undefined, agentDir)).toBe("models-file");
});

test("a models file that cannot be read leaves the origin unknown, for it may change any provider", () => {
  write("models.json", "{ oops");
  expect(providerOrigin("anthropic", "environment", agentDir)).toBe("unknown");
  rmSync(join(agentDir, "models.json"));
  mkdirSync(join(agentDir, "models.json"));
  expect(providerOrigin("anthropic", "environment", agentDir)).toBe("unknown");
});

test.each(["MY_KEY", "$MY_KEY", `\${MY_KEY}`])("a key written as %s is that variable's", (apiKey) => {
  models({ mine: { apiKey }, other: { apiKey: "OTHER_KEY" } });
  expect(variablesOf("mine")).toEqual(["MY_KEY"]);
  expect(namedKeyVariables(agentDir, environment)).toEqual(["MY_KEY", "OTHER_KEY"]);
});

test.each(["!print $MY_KEY", "EMPTY", "NOT_SET", "toString", 7])("a key written as %s names no variable", (apiKey) => {
  models({ mine: { apiKey } });
  expect(variablesOf("mine")).toEqual([]);
});

test("a stored key goes before one of the models file, and may be a variable's too", () => {
  models({ mine: { apiKey: "OTHER_KEY" } });
  write("auth.json", JSON.stringify({ mine: { type: "api_key", key: "MY_KEY" } }));
  expect(variablesOf("mine")).toEqual(["MY_KEY"]);
});

test("variables in the headers of a provider and of the model go along, those of its other models do not", () => {
  const headers = { "X-Team": "team $TEAM" };
  models({
    mine: {
      headers: { "X-Key": "MY_KEY" },
      models: [
        { id: "m", headers },
        { id: "n", headers: { a: "OTHER_KEY" } },
      ],
    },
  });
  expect(variablesOf("mine")).toEqual(["MY_KEY", "TEAM"]);
});
