import { expect, test } from "vitest";
import { requestSettings } from "../../src/backends/request-settings.ts";
import { createTempProject } from "../support/temp-project.ts";

test("names what shapes a request, in one order, and no key or header", () => {
  const project = createTempProject();
  const model = {
    maxTokens: 8,
    compat: { b: 1, a: { d: 1, c: 2 } },
    apiKey: "secret",
    headers: { a: "secret" },
    cost: 1,
  };
  expect(requestSettings(model, project.agentDir)).toBe(
    '{"model":{"compat":{"a":{"c":2,"d":1},"b":1},"maxTokens":8},"settings":{}}',
  );
  project.write(`${project.agentDir}/settings.json`, '{"theme":"x","transport":"sse","thinkingBudgets":{"low":1}}');
  expect(requestSettings({}, project.agentDir)).toBe(
    '{"model":{},"settings":{"thinkingBudgets":{"low":1},"transport":"sse"}}',
  );
  project.write(`${project.agentDir}/settings.json`, "[evil");
  expect(requestSettings({}, project.agentDir)).toBe('{"model":{},"settings":{}}');
  project.remove();
});
