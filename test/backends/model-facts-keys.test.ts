import { expect, test } from "vitest";
import { keyAdvice, keySources } from "../../src/backends/model-facts-keys.ts";

test.each([
  ["openai", "run /login in Pi or set OPENAI_API_KEY", "/login in Pi, OPENAI_API_KEY"],
  ["openai-codex", "run /login in Pi", "/login in Pi"],
  [
    "loop",
    'give "loop" a key in models.json or with /login in Pi',
    "/login in Pi, models.json, the variable that it names",
  ],
])("where the key of %s is set is said", (provider, advice, sources) => {
  expect(keyAdvice(provider)).toBe(advice);
  expect(keySources(provider)).toBe(sources);
});
