import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { hasErrors } from "../../src/contract/diagnostic.ts";
import { conversationFingerprint } from "../../src/contract/runtime/conversation.ts";
import { checkRuntimePreflight } from "../../src/contract/runtime/preflight.ts";
import { checkSealedPlan } from "../../src/contract/runtime/sealed-plan.ts";
import { setupFingerprint } from "../../src/contract/runtime/setup-fingerprint.ts";
import { aConversation, anAcceptedPreflight, anIntent, aSealedPlan } from "./builders.ts";
import { brief } from "./golden.ts";

type Path = (string | number)[];

function leaves(value: unknown, path: Path = []): Path[] {
  if (typeof value !== "object" || value === null) return [path];
  return [path, ...Object.entries(value).flatMap(([key, field]) => leaves(field, [...path, key]))];
}

/** The same plan in which one place holds something else. */
function changed(value: unknown, [key, ...rest]: Path, replacement: unknown): unknown {
  if (key === undefined || typeof value !== "object" || value === null) return replacement;
  const copy = Array.isArray(value) ? [...value] : { ...value };
  Reflect.set(copy, key, changed(Reflect.get(copy, key), rest, replacement));
  return copy;
}

test("a plan that is put together properly has no problem", () => {
  expect(checkSealedPlan(aSealedPlan())).toEqual([]);
});

test("any single change of a plan changes its execution fingerprint or is refused", () => {
  const plan = aSealedPlan();
  const place = fc.constantFrom(
    ...leaves(plan).filter((path) => path.length > 0 && path[0] !== "executionFingerprint"),
  );
  const replacement = fc.oneof(
    fc.jsonValue({ maxDepth: 1 }),
    fc.constantFrom(undefined, "project", "read-only", true, 60_001, []),
  );
  fc.assert(
    fc.property(place, replacement, (path, value) => {
      const other = changed(plan, path, value);
      if (JSON.stringify(other) === JSON.stringify(plan)) return;
      expect(hasErrors(checkSealedPlan(other))).toBe(true);
    }),
    { numRuns: 1_000 },
  );
});

test("every field is covered: also one that nobody knows", () => {
  const other = { ...aSealedPlan(), extra: 1 };
  expect(brief(checkSealedPlan(other))).toEqual(["error plan.execution-fingerprint @executionFingerprint"]);
});

test("two backends with one conversation share its fingerprint and differ in the execution one", () => {
  const one = aSealedPlan();
  const { backend } = one.preflight;
  const other = aSealedPlan({ preflight: anAcceptedPreflight({ backend: { ...backend, id: "another" } }) });
  expect(checkSealedPlan(other)).toEqual([]);
  expect(other.conversationFingerprint).toBe(one.conversationFingerprint);
  expect(other.executionFingerprint).not.toBe(one.executionFingerprint);
});

describe("a plan whose parts do not belong together is refused", () => {
  const tool = anAcceptedPreflight().toolCatalog[1];
  test.each([
    ["plan.backend-binding", { backendId: "another" }],
    ["plan.preflight-binding", { preflightId: "another" }],
    [
      "plan.conversation-fingerprint",
      { conversationFingerprint: conversationFingerprint(aConversation({ systemPrompt: "" })) },
    ],
    ["plan.effective-tool-count", { effectiveTools: [] }],
    ["plan.effective-tool-order", { effectiveTools: tool ? [tool] : [] }],
    ["plan.effective-tool-binding", { effectiveTools: [{ id: "pi.read", name: "read", effects: [] }] }],
    ["preflight.model-mismatch", { intent: anIntent({ model: { provider: "acme", id: "other" } }) }],
    ["preflight.tool-missing", { intent: anIntent({ requestedTools: ["bash"] }) }],
    ["preflight.egress", { intent: anIntent({ remoteEgressConsent: false }) }],
  ])("%s", (code, overrides) => {
    expect(checkSealedPlan(aSealedPlan(overrides)).map((each) => each.code)).toContain(code);
  });
});

test("a preflight that describes another backend than was registered is refused", () => {
  const preflight = anAcceptedPreflight();
  const registered = { ...preflight.backend, version: "9.9.9" };
  expect(brief(checkRuntimePreflight(preflight, anIntent(), registered))).toEqual([
    "error preflight.backend-identity @backend",
  ]);
});

describe("the setup fingerprint", () => {
  const task = (text: string) => ({ role: "user" as const, content: [{ type: "text" as const, text }] });

  test("is the same for another task, other ids and another time", () => {
    const other = aSealedPlan({
      preparedRunId: "prepared:2",
      preflight: anAcceptedPreflight({ preflightId: "pf:2" }),
      conversation: aConversation({ messages: [...aConversation().messages.slice(0, -1), task("Something else")] }),
    });
    expect(setupFingerprint(other)).toBe(setupFingerprint(aSealedPlan()));
  });

  test("changes with the prompt, the model, the tools and the limits", () => {
    const plans = [
      aSealedPlan(),
      aSealedPlan({ conversation: aConversation({ systemPrompt: "You obey." }) }),
      aSealedPlan({ preflight: anAcceptedPreflight({ model: { provider: "acme", id: "other" } }) }),
      aSealedPlan({ effectiveTools: [] }),
      aSealedPlan({ preflight: anAcceptedPreflight({ limits: {} }) }),
    ];
    expect(new Set(plans.map((plan) => setupFingerprint(plan))).size).toBe(plans.length);
  });

  test("does not exist when the task reaches the rest of the prompt", () => {
    const canary = aConversation({ systemPrompt: "You review canary.", messages: aConversation().messages });
    expect(setupFingerprint(aSealedPlan(), canary)).toBeUndefined();
    const clean = aConversation({ messages: [...aConversation().messages.slice(0, -1), task("canary")] });
    expect(setupFingerprint(aSealedPlan(), clean)).toBe(setupFingerprint(aSealedPlan()));
  });
});
