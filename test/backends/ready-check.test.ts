import { expect, test } from "vitest";
import type { ReadyFrame } from "../../src/backends/frames.ts";
import { readyDifference } from "../../src/backends/ready-check.ts";
import { anIntent } from "./pi-harness.ts";

const ready: ReadyFrame = {
  type: "ready",
  provider: "loopback",
  modelId: "plain",
  api: "openai-completions",
  baseUrl: "http://there/v1",
  thinkingLevel: "off",
  tools: ["ls", "read"],
  modelKnown: true,
  keyPresent: true,
  piVersion: "1.6.0",
  nodeVersion: "24.0.0",
  price: null,
  contextWindow: null,
  maxOutputTokens: null,
  thinkingLevels: ["off"],
  headerNames: ["x-team"],
  proxy: null,
  tls: "default",
  requestSettings: "{}",
  keySource: "",
};

/** Only what is compared. */
const plan = {
  intent: anIntent(),
  preflight: {
    facts: {
      destination: {
        api: "openai-completions",
        baseUrl: "http://there/v1",
        headerNames: ["x-team"],
        proxy: null,
        tls: "default",
      },
      requestSettings: "{}",
      piVersion: "1.6.0",
      nodeVersion: "24.0.0",
    },
  },
} as never;

test("a child that sees what was approved is sent its job", () => {
  expect(readyDifference(ready, plan)).toBeUndefined();
});

test.each<[string, Partial<ReadyFrame>]>([
  ["model", { modelId: "other" }],
  ["model", { provider: "other" }],
  ["API", { api: "openai-responses" }],
  ["base URL", { baseUrl: "http://elsewhere/v1" }],
  ["list of headers", { headerNames: [] }],
  ["proxy", { proxy: "http://proxy:1" }],
  ["certificate setting", { tls: "SSL_CERT_FILE" }],
  ["thinking level", { thinkingLevel: "low" }],
  ["list of tools", { tools: ["read"] }],
  ["request setting", { requestSettings: '{"settings":{"transport":"websocket"}}' }],
  ["Pi version", { piVersion: "1.7.0" }],
  ["Node version", { nodeVersion: "22.0.0" }],
])("another %s than the approved one is named, and nothing sent", (what, change) => {
  expect(readyDifference({ ...ready, ...change }, plan)).toMatch(
    new RegExp(`^The child's ${what} is .*nothing was sent`),
  );
});

test("a plan without facts and a child without a key get no job", () => {
  expect(readyDifference(ready, { intent: anIntent(), preflight: {} } as never)).toMatch(/nothing was sent/);
  expect(readyDifference({ ...ready, keyPresent: false }, plan)).toMatch(/finds no key for "loopback"/);
});
