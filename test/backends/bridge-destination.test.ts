import { expect, test } from "vitest";
import { holdKey, routeDifference } from "../../src/backends/bridge-destination.ts";
import type { Job } from "../../src/backends/frames.ts";

const job: Job = {
  systemPrompt: "Be exact.",
  messages: [],
  provider: "p",
  modelId: "m",
  api: "openai-completions",
  baseUrl: "http://there/v1",
  headerNames: ["x-team"],
  thinkingLevel: "off",
  tools: [],
  key: "handed-over",
};

/** What Pi resolves for a request, as either version answers. */
function asked(resolved: object) {
  const answer = { ok: true, apiKey: "handed-over", headers: { "X-Team": "blue" }, ...resolved };
  return { model: { provider: "p", id: "m" }, modelRegistry: { getApiKeyAndHeaders: async () => answer } } as never;
}

test.each([
  ["nothing", {}, undefined],
  ["the credential's own header", { headers: { "x-team": "blue", Authorization: "Bearer k" } }, undefined],
  ["the same base URL from a sign-in", { baseUrl: "http://there/v1" }, undefined],
  ["another base URL from a sign-in", { baseUrl: "http://elsewhere" }, /http:\/\/elsewhere, but http:\/\/there/],
  ["one header more", { headers: { "X-Team": "blue", "X-More": "1" } }, /"x-more"/],
  ["a header that is missing", { headers: undefined }, /"x-team"/],
  ["a header that was taken away", { headers: { "X-Team": null } }, /"x-team"/],
  ["another key", { apiKey: "stored" }, /not the one that was handed over/],
  ["an error in place of a key", { ok: false, error: "no such command" }, /no such command/],
])("with %s in the request: %#", async (_what, resolved, expected) => {
  const difference = await routeDifference(asked(resolved), job);
  if (expected === undefined) expect(difference).toBeUndefined();
  else expect(difference).toMatch(expected);
  expect(difference ?? "").not.toContain("stored");
});

test.each(["authStorage", "runtime"])(
  "a key that is handed over goes where %s keeps the command line's",
  async (name) => {
    const keys: string[][] = [];
    await holdKey({ [name]: { setRuntimeApiKey: (...given: string[]) => void keys.push(given) } }, "p", "$KEY");
    expect(keys).toEqual([["p", "$KEY"]]);
  },
);
