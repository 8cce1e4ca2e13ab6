import { describe, expect, test } from "vitest";
import type { Conversation } from "../../src/contract/conversation.ts";
import { error, info } from "../../src/contract/diagnostic.ts";
import { failure, success } from "../../src/contract/outcome.ts";
import { checkSealedPlan } from "../../src/contract/runtime/sealed-plan.ts";
import type { PrepareRun } from "../../src/runtime/runtime-port.ts";
import { createFakeBackend } from "../../src/testing/fake-backend.ts";
import { sampleCompile, sampleIntent } from "../../src/testing/sample-intent.ts";
import { codes, quiet, setting, value } from "./setting.ts";

function compileTo(conversation: unknown): PrepareRun["compile"] {
  return async () => success(conversation as Conversation);
}

describe("a preparation", () => {
  test("seals what was compiled, frozen to the bottom and under its own fingerprint", async () => {
    const { prepared } = setting();
    const { plan, ...handle } = await prepared();
    expect(checkSealedPlan(plan)).toEqual([]);
    expect(plan.conversation.systemPrompt).toBe("You answer in one sentence.");
    expect(plan.effectiveTools.map((tool) => tool.id)).toEqual(["fake.read"]);
    expect(handle).toMatchObject({
      id: plan.preparedRunId,
      backendId: "fake",
      executionFingerprint: plan.executionFingerprint,
      conversationFingerprint: plan.conversationFingerprint,
    });
    expect(() => Object.assign(plan.conversation.messages[0] ?? {}, { role: "custom" })).toThrow(TypeError);
    expect(() => plan.intent.requestedTools.push("bash")).toThrow(TypeError);
  });

  test("shares the conversation fingerprint with another backend and nothing else", async () => {
    const { runtime, prepared, request } = setting();
    runtime.registerBackend(createFakeBackend({ id: "other" }).backend);
    const here = await prepared();
    const again = await prepared();
    const there = value(await runtime.prepare(request({ backendId: "other" })));
    expect(there.conversationFingerprint).toBe(here.conversationFingerprint);
    const fingerprints = [here, again, there].map((each) => each.executionFingerprint);
    expect(new Set(fingerprints).size).toBe(3);
  });

  test("gives the compiler the runtime and the accepted preflight, and keeps its warnings", async () => {
    const { prepare } = setting();
    const seen: unknown[] = [];
    const compile: PrepareRun["compile"] = async (runtime, preflight) => {
      seen.push(runtime.fidelity, preflight.preflightId);
      return success(value(await sampleCompile()), [info("host.note", "The stack is empty.")]);
    };
    const outcome = await prepare({ compile });
    expect(seen).toEqual(["backend-assisted", "fake-preflight:1"]);
    expect(value(outcome).diagnostics.map((each) => each.code)).toContain("host.note");
  });

  test("uses the prompt runtime of an exact preflight", async () => {
    const { prepared } = setting({ fidelity: "exact-preflight" });
    const { plan } = await prepared();
    expect(plan.promptRuntime).toEqual(plan.preflight.promptRuntime);
    expect(plan.promptRuntime.fidelity).toBe("exact-preflight");
  });

  test("binds tools in the order they were asked for", async () => {
    const { prepared, prepare } = setting();
    const { plan } = await prepared({ intent: sampleIntent({ requestedTools: ["ls", "read"] }) });
    expect(plan.effectiveTools.map((tool) => tool.name)).toEqual(["ls", "read"]);
    expect((await prepare({ intent: sampleIntent({ requestedTools: ["write"] }) })).ok).toBe(false);
  });
});

describe("a request that is none", () => {
  test.each([
    ["preparation.backend-id", { backendId: "" }],
    ["preparation.compiler", { compile: undefined }],
    ["preparation.signal", { signal: { aborted: false } }],
    ["backend.missing", { backendId: "elsewhere" }],
    ["intent.canonical", { intent: { media: new Map() } }],
    ["intent.invalid", { intent: { schemaVersion: 2 } }],
  ])("ends with %s", async (code, overrides) => {
    const { runtime, request, fake } = setting();
    const outcome = await runtime.prepare({ ...request(), ...overrides } as PrepareRun);
    expect(codes(outcome)[0]).toBe(code);
    expect(fake.calls).toMatchObject({ preflight: 0, prepare: 0 });
  });

  test("a request of the wrong type is refused, not thrown at", async () => {
    const { runtime } = setting();
    expect(codes(await runtime.prepare(null as unknown as PrepareRun))).toEqual(["preparation.request"]);
  });
});

describe("a preflight that cannot be used stops before anything is compiled", () => {
  test.each([
    ["rejected", "preflight.rejected"],
    ["throw", "preflight.backend-error"],
    ["mismatched-descriptor", "preflight.invalid"],
  ] as const)("%s", async (preflight, code) => {
    const { prepare, fake } = setting({ preflight });
    expect(codes(await prepare())[0]).toBe(code);
    expect(fake.calls.prepare).toBe(0);
  });

  test("a rejection passes the backend's reasons on", async () => {
    const { prepare } = setting({ preflight: "rejected" });
    expect(codes(await prepare())).toEqual(["preflight.rejected", "fake.refused"]);
  });

  test("a preflight that is not JSON", async () => {
    const methods = () => ({ preflight: async () => new Map() as never });
    expect(codes(await setting({ methods }).prepare())).toEqual(["preflight.canonical"]);
  });

  test("a preflight id that one backend uses twice; two backends may use the same", async () => {
    const methods = (backend: ReturnType<typeof createFakeBackend>["backend"]) => ({
      preflight: async (input: Parameters<typeof backend.preflight>[0]) => ({
        ...(await backend.preflight(input)),
        preflightId: "preflight:same",
      }),
    });
    const { prepare, runtime, request } = setting({ methods: (backend) => methods(backend as never) });
    const other = createFakeBackend({ id: "other" }).backend;
    runtime.registerBackend({ ...other, ...methods(other) });
    expect((await prepare()).ok).toBe(true);
    expect(codes(await prepare())).toEqual(["preflight.duplicate-id"]);
    expect((await runtime.prepare(request({ backendId: "other" }))).ok).toBe(true);
  });

  test("a preflight that never comes", async () => {
    const { prepare, time } = setting({ preflight: "hang" });
    const outcome = prepare();
    await quiet();
    time.advance(120_000);
    expect(codes(await outcome)).toEqual(["preflight.timed-out"]);
    expect(time.pending()).toBe(0);
  });
});

describe("a backend that prepares wrongly has its preparation discarded", () => {
  test.each([
    ["bypass", "preparation.compiler-bypass", 1],
    ["mismatch", "preparation.compiler-mismatch", 1],
    ["twice", "preparation.compiler-duplicate", 1],
    ["invalid", "preparation.invalid", 1],
    ["throw-before-compile", "preparation.backend-error", 0],
    ["throw-after-compile", "preparation.backend-error", 0],
  ] as const)("%s", async (preparation, code, discards) => {
    const { prepare, fake } = setting({ preparation });
    expect(codes(await prepare())[0]).toBe(code);
    expect(fake.calls.discard).toBe(discards);
    expect(fake.open()).toBe(0);
  });

  test.each<[string, unknown, readonly string[]]>([
    ["diagnostics", [error("conversation.media", "It is no text.")], ["conversation.media"]],
    ["no error among them", [info("a.note", "Only a note.")], ["preparation.backend-error"]],
    ["something else", [{ level: "fatal" }], ["preparation.backend-error"]],
    ["what cannot be read", [() => {}], ["preparation.backend-error"]],
  ])("what it throws with %s is passed on or named", async (_what, diagnostics, expected) => {
    const methods = () => ({ prepare: () => Promise.reject(Object.assign(new Error("no"), { diagnostics })) });
    const { prepare } = setting({ methods });
    expect(codes(await prepare())).toEqual(expected);
  });

  test("a failing discard is reported beside the reason", async () => {
    const methods = () => ({ discard: () => Promise.reject(new Error("stuck")) });
    const { prepare } = setting({ preparation: "bypass", methods });
    expect(codes(await prepare())).toEqual(["preparation.compiler-bypass", "preparation.cleanup-error"]);
  });

  test("one that takes too long is given up, and what it prepares later is discarded", async () => {
    let answer: () => void = () => {};
    const slow = new Promise<void>((resolve) => {
      answer = resolve;
    });
    const { prepare, time, fake } = setting({
      methods: (backend) => ({
        prepare: async (input, tools) => {
          const preparation = await backend.prepare(input, tools);
          await slow;
          return preparation;
        },
      }),
    });
    const outcome = prepare();
    await quiet();
    time.advance(120_000);
    expect(codes(await outcome)).toEqual(["preparation.timed-out"]);
    answer();
    await quiet();
    expect(fake.calls.discard).toBe(1);
    expect(fake.open()).toBe(0);
  });

  test("partial knowledge of the prompt's inputs is refused", async () => {
    const { prepare } = setting({ fidelity: "partial" });
    const outcome = await prepare();
    expect(outcome.ok).toBe(false);
  });
});

describe("a compiler", () => {
  test.each([
    ["preparation.conversation-canonical", compileTo({ systemPrompt: "", messages: new Set() })],
    ["preparation.conversation-invalid", compileTo({ systemPrompt: "", messages: [] })],
    ["preparation.compiler-error", () => Promise.reject(new Error("no stack"))],
  ] as const)("that fails ends with %s", async (code, compile) => {
    const { prepare, fake } = setting();
    expect(codes(await prepare({ compile }))[0]).toBe(code);
    expect(fake.open()).toBe(0);
  });

  test("that refuses has its reasons passed on once", async () => {
    const { prepare } = setting();
    const compile = async () => failure(error("stack.missing", 'There is no stack "s".'));
    expect(codes(await prepare({ compile }))).toEqual(["preparation.compiler-error", "stack.missing"]);
  });

  test("cannot be altered afterwards through what it was given", async () => {
    const conversation = value(await sampleCompile());
    const { prepared } = setting();
    const { plan } = await prepared({ compile: async () => success(conversation) });
    conversation.systemPrompt = "Something else.";
    expect(plan.conversation.systemPrompt).toBe("You answer in one sentence.");
  });
});
