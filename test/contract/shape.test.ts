import { Type } from "@sinclair/typebox";
import { Value } from "@sinclair/typebox/value";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { checkApprovalReceipt } from "../../src/contract/approval-receipt.ts";
import { canonicalJson } from "../../src/contract/canonical-json.ts";
import { checker } from "../../src/contract/check.ts";
import { Conversation } from "../../src/contract/conversation.ts";
import { plainCopy } from "../../src/contract/plain-copy.ts";
import { validateAgentExecutionPlan } from "../../src/contract/product/agent-execution-plan.ts";
import { AgentRequest, agentRequestCheck, validateAgentRequest } from "../../src/contract/product/agent-request.ts";
import { AgentResponse, validateAgentResponse } from "../../src/contract/product/agent-response.ts";
import { PrepareRequest } from "../../src/contract/product/host-port.ts";
import { validateBackendPreflight } from "../../src/contract/product/preflight-check.ts";
import {
  AgentProfileSnapshot,
  profileSnapshotCheck,
  validateAgentProfileSnapshot,
} from "../../src/contract/product/profile-snapshot.ts";
import { PromptStack } from "../../src/contract/product/prompt-stack.ts";
import { checkBackendDescriptor } from "../../src/contract/runtime/backend-descriptor.ts";
import { checkConversation, conversationCheck } from "../../src/contract/runtime/conversation.ts";
import {
  checkExecutionIntent,
  ExecutionIntent,
  executionIntentCheck,
} from "../../src/contract/runtime/execution-intent.ts";
import {
  AcceptedPreflight,
  checkRuntimePreflight,
  hostPreflightCheck,
  Preflight,
  runtimeAcceptedPreflightCheck,
} from "../../src/contract/runtime/preflight.ts";
import { checkPromptRuntime } from "../../src/contract/runtime/prompt-runtime.ts";
import { checkRunResult } from "../../src/contract/runtime/run-result.ts";
import { checkSealedPlan, SealedPlan } from "../../src/contract/runtime/sealed-plan.ts";
import { hasShape } from "../../src/contract/shape.ts";
import { negotiateSubagentTools } from "../../src/contract/tool-negotiation.ts";
import { validateUsage } from "../../src/contract/usage.ts";
import { anAcceptedPreflight, anIntent, aRequest, aSealedPlan, aSnapshot } from "./builders.ts";

const subjects = [
  { name: "request", schema: AgentRequest, value: aRequest() },
  { name: "snapshot", schema: AgentProfileSnapshot, value: aSnapshot() },
  { name: "preflight", schema: Preflight, value: anAcceptedPreflight() },
  { name: "intent", schema: ExecutionIntent, value: anIntent() },
  { name: "sealed plan", schema: SealedPlan, value: aSealedPlan() },
  { name: "response", schema: AgentResponse, value: { status: "completed" } },
  { name: "stack", schema: PromptStack, value: { id: "s", items: [{ kind: "block", id: "a", content: "x" }] } },
  {
    name: "prepare request",
    schema: PrepareRequest,
    value: {
      profile: "p",
      task: { text: "t" },
      access: { level: "none", network: "deny", allowProcess: false },
      backend: { model: { provider: "a", id: "b" }, thinkingLevel: "off", toolCatalog: [] },
    },
  },
];

type Path = string[];

function places(value: unknown, path: Path = []): Path[] {
  if (typeof value !== "object" || value === null) return [path];
  return [path, ...Object.entries(value).flatMap(([key, field]) => places(field, [...path, key]))];
}

function changed(value: unknown, [key, ...rest]: Path, replacement: unknown): unknown {
  if (key === undefined || typeof value !== "object" || value === null) return replacement;
  const copy = Array.isArray(value) ? [...value] : { ...value };
  Reflect.set(copy, key, changed(Reflect.get(copy, key), rest, replacement));
  return copy;
}

const atom = fc.constantFrom<unknown>(null, true, 0, 1, -1, 1.5, "", " ", "a", "a b", "read-only", [], {}, [1], {
  id: "x",
});

/** The value with up to three of its places replaced. */
function altered(value: unknown): fc.Arbitrary<unknown> {
  const mutation = fc.tuple(fc.constantFrom(...places(value)), fc.oneof(atom, fc.jsonValue({ maxDepth: 2 })));
  return fc
    .array(mutation, { maxLength: 3 })
    .map((mutations) => mutations.reduce((whole, [path, replacement]) => changed(whole, path, replacement), value));
}

describe("the walker agrees with typebox's own check", () => {
  test.each(subjects)("about a $name", ({ schema, value }) => {
    fc.assert(
      fc.property(altered(value), (other) => {
        expect(hasShape(schema, plainCopy(other))).toBe(Value.Check(schema, other));
      }),
      { numRuns: 300 },
    );
  });
});

describe("what a check examines as having its shape is what the schema accepts", () => {
  const checks = [
    { name: "request", check: agentRequestCheck, schema: AgentRequest, value: aRequest() },
    { name: "snapshot", check: profileSnapshotCheck, schema: AgentProfileSnapshot, value: aSnapshot() },
    { name: "preflight for a host", check: hostPreflightCheck, schema: Preflight, value: anAcceptedPreflight() },
    {
      name: "preflight for the runtime",
      check: runtimeAcceptedPreflightCheck,
      schema: AcceptedPreflight,
      value: anAcceptedPreflight(),
    },
    { name: "intent", check: executionIntentCheck, schema: ExecutionIntent, value: anIntent() },
    { name: "conversation", check: conversationCheck, schema: Conversation, value: aSealedPlan().conversation },
  ];
  test.each(checks)("of a $name", ({ check, schema, value }) => {
    fc.assert(
      fc.property(altered(value).map(plainCopy), (plain) => {
        const examined = check.examine(plain);
        expect(examined.value !== undefined).toBe(Value.Check(schema, plain));
        expect(examined.diagnostics).toEqual(check.diagnose(plain));
      }),
      { numRuns: 300 },
    );
  });
});

test("a copy is made past whatever the prototype of all objects holds", () => {
  const fields = { task: "Look." };
  Object.defineProperty(Object.prototype, "task", { set: fail, configurable: true });
  try {
    expect(plainCopy(fields)).toHaveProperty("task", "Look.");
    expect(canonicalJson(fields)).toBe('{"task":"Look."}');
  } finally {
    Reflect.deleteProperty(Object.prototype, "task");
  }
});

const throwing = Object.defineProperty({}, "access", { enumerable: true, get: () => fail() });
const trapped = new Proxy(
  {},
  { ownKeys: fail, get: fail, getPrototypeOf: fail, getOwnPropertyDescriptor: fail, has: fail },
);
const revoked = Proxy.revocable({}, {});
revoked.revoke();
const circular = { schemaVersion: 1, input: {}, preflight: [{}] };
circular.input = circular;
circular.preflight[0] = circular;
const deep = Array.from({ length: 20_000 }).reduce<unknown>((inner) => [inner], 1);
const endless = new Proxy([], { get: (_, key) => (key === "length" ? 4_294_967_295 : 1) });

function fail(): never {
  throw new Error("No check may let this through.");
}

const hostile = [
  throwing,
  trapped,
  revoked.proxy,
  circular,
  deep,
  endless,
  new Array(1e9),
  new Date(),
  Symbol("s"),
  1n,
  fail,
];

const validators: Record<string, (value: unknown) => unknown> = {
  validateAgentRequest,
  validateAgentProfileSnapshot,
  validateAgentResponse: (value) => validateAgentResponse(value),
  validateAgentExecutionPlan: (value) => validateAgentExecutionPlan(value, aRequest()),
  validateBackendPreflight: (value) => validateBackendPreflight(value, value, value),
  validateBackendPreflightAgainst: (value) => validateBackendPreflight(anAcceptedPreflight(), value, value),
  negotiateCatalog: (value) => negotiateSubagentTools(value, value, { level: "none", network: "deny" }).diagnostics,
  validateUsage: (value) => validateUsage(value),
  checkBackendDescriptor,
  checkExecutionIntent,
  checkRuntimePreflight: (value) => checkRuntimePreflight(value, value),
  checkPromptRuntime: (value) => checkPromptRuntime(value),
  checkConversation,
  checkSealedPlan,
  checkRunResult: (value) => checkRunResult(value, aSealedPlan()),
  checkApprovalReceipt,
};

describe("no check throws, whatever it is given", () => {
  test.each(Object.entries(validators))("%s", (_, validate) => {
    for (const value of hostile) {
      expect(Array.isArray(validate(value))).toBe(true);
      for (const key of ["access", "promptStack", "messages", "extra"]) {
        expect(Array.isArray(validate({ ...aRequest(), ...aSnapshot(), ...aSealedPlan(), [key]: value }))).toBe(true);
        expect(Array.isArray(validate({ ...anAcceptedPreflight(), [key]: [value] }))).toBe(true);
      }
    }
    fc.assert(
      fc.property(
        fc.anything({
          withBigInt: true,
          withDate: true,
          withMap: true,
          withNullPrototype: true,
          withSparseArray: true,
        }),
        (value) => {
          expect(Array.isArray(validate(value))).toBe(true);
        },
      ),
      { numRuns: 50 },
    );
  });
});

test("inherited fields count for nothing", () => {
  expect(validateAgentRequest(Object.create(aRequest())).map((each) => each.code)).toEqual(["request.type"]);
});

test("an accessor that answers differently each time is asked once", () => {
  let asked = 0;
  const request = Object.defineProperty({ ...aRequest() }, "schemaVersion", {
    enumerable: true,
    get: () => {
      asked += 1;
      return asked;
    },
  });
  expect(validateAgentRequest(request)).toEqual([]);
  expect(asked).toBe(1);
});

test("a list of a million faults gives a bounded answer", () => {
  const messages = Array.from({ length: 400_000 }, () => 1);
  expect(checkConversation({ systemPrompt: "", messages }).length).toBeLessThanOrEqual(200);
});

test("a problem is told at the nearest place that has a code, once", () => {
  const check = checker(Type.Object({ a: Type.Object({ b: Type.String(), c: Type.String() }) }), {
    codes: { "": "thing.type", a: "thing.a" },
  });
  expect(check.diagnose({ a: {} })).toMatchObject([{ code: "thing.a", path: "a" }]);
  expect(check.diagnose(1)).toMatchObject([{ code: "thing.type", path: "$" }]);
  expect(check.diagnose({ a: 1 }, "x")).toMatchObject([{ code: "thing.a", path: "x.a" }]);
});
