import { afterAll, describe, expect, test } from "vitest";
import type { AgentProfileSnapshot } from "../../src/contract/product/profile-snapshot.ts";
import { findProfile } from "../../src/host/find-profile.ts";
import { resolveEntry, resolveProfile } from "../../src/host/resolve-profile.ts";
import { aProfile, aStack, type ForgeFiles, forgeFiles, forgeFixtures, ofOneTest } from "../support/forge-files.ts";
import { golden, wire } from "../support/golden.ts";
import { someRegistrations } from "../support/registrations.ts";

interface ResolutionVector {
  readonly name: string;
  readonly stack: object;
  readonly result: {
    readonly profileId: string;
    readonly dependencies: readonly object[];
    readonly missingDependencies: readonly object[];
    readonly diagnostics: readonly { level: string; code: string; path: string }[];
    readonly snapshot?: object;
  };
}

function files(content: Readonly<Record<string, string | object>>): ForgeFiles {
  return ofOneTest(forgeFiles(content));
}

const profiles = ".pi/forge/agent-profiles";
const stacks = ".pi/forge/prompt-stacks";

test.each(golden<ResolutionVector[]>("resolution"))("resolves as recorded: $name", ({ stack, result }) => {
  const { load } = files({
    [`${profiles}/p.json`]: aProfile({ model: { provider: "a", id: "b" }, promptStack: "t" }),
    [`${stacks}/t.json`]: aStack(stack),
  });
  const workspace = load({ registrations: someRegistrations() });
  const found = findProfile(workspace, "p");
  if (!found.ok) throw new Error("not found");
  const { diagnostics, ...resolution } = resolveEntry(workspace, found.value);
  const codes = diagnostics.map(({ level, code, path }) => ({ level, code, path }));
  expect({ ...resolution, diagnostics: codes }).toEqual(result);
});

interface Recorded {
  readonly data?: {
    readonly type: string;
    readonly requestId: string;
    readonly payload?: { readonly profile: string };
    readonly data?: { readonly snapshot: AgentProfileSnapshot };
  };
}

describe("the recorded conversation", () => {
  const fixtures = forgeFixtures();
  afterAll(() => fixtures.remove());
  const messages = wire<Recorded>("resolveProfile-ok").map((each) => each.data);
  const asked = messages.flatMap((each) => (each?.type === "request" && each.payload ? [each] : []));

  test.each(asked.map((each) => ({ selector: each.payload?.profile ?? "", id: each.requestId })))(
    "gets the same snapshot for $selector",
    ({ selector, id }) => {
      const reply = messages.find((each) => each?.type === "reply" && each.requestId === id);
      const resolved = resolveProfile(fixtures.load({ builtIns: false }), selector);
      expect(resolved.ok && resolved.value).toEqual(reply?.data?.snapshot);
    },
  );

  test.each([
    ["lost-stack", "profile.stack-missing"],
    ["crosses", "profile.stack-reference"],
    ["broken", "profile.validation"],
    ["notjson", "profile.validation"],
    ["dup", "profile.ambiguous"],
    ["project:helper", "profile.not-found"],
    ["needs-macro", "profile.dependency-missing"],
    ["none", "profile.not-found"],
    ["weird:x", "selector.unknown-scope"],
  ])("refuses %s with %s", (selector, code) => {
    const resolved = resolveProfile(fixtures.load(), selector);
    expect(resolved.ok).toBe(false);
    expect(resolved.diagnostics.map((each) => each.code)).toContain(code);
  });
});

describe("looking up", () => {
  const at = (id: string, scope: "project" | "global") => [
    `${scope === "global" ? "~/" : ""}${profiles}/${id}.json`,
    aProfile({ id, name: scope }),
  ];
  const nameOf = (load: ForgeFiles["load"], selector: string) => {
    const found = findProfile(load(), selector);
    return found.ok ? found.value.profile.name : found.diagnostics[0]?.code;
  };

  test("takes the project's before the global one, and the global one when it is alone or asked for", () => {
    const { load } = files(Object.fromEntries([at("a", "project"), at("a", "global"), at("b", "global")]));
    expect(nameOf(load, "a")).toBe("project");
    expect(nameOf(load, "global:a")).toBe("global");
    expect(nameOf(load, "b")).toBe("global");
    expect(nameOf(load, "project:b")).toBe("profile.not-found");
  });

  test("never falls through a broken project profile to the global one", () => {
    const { load, write } = files(Object.fromEntries([at("a", "global")]));
    write(`${profiles}/a.json`, "{ not json");
    const resolved = resolveProfile(load(), "a");
    expect(resolved).toMatchObject({
      ok: false,
      diagnostics: [{ code: "profile.validation", path: "profile", line: 1 }],
    });
  });

  test("never falls through two project profiles of one id to the global one", () => {
    const { load, write } = files(Object.fromEntries([at("a", "global"), at("a", "project")]));
    write(`${profiles}/b.json`, aProfile({ id: "a" }));
    expect(nameOf(load, "a")).toBe("profile.ambiguous");
  });

  test("finds nothing under names of prototypes", () => {
    const { load } = files({});
    for (const name of ["__proto__", "constructor", "toString"]) expect(resolveProfile(load(), name).ok).toBe(false);
  });
});

describe("a profile's stack", () => {
  const resolved = (reference: string, scope: "project" | "global", content: Record<string, object>) => {
    const { load } = files({
      ...content,
      [`${scope === "global" ? "~/" : ""}${profiles}/p.json`]: aProfile({ promptStack: reference }),
    });
    return resolveProfile(load(), `${scope}:p`);
  };
  const global = { [`~/${stacks}/t.json`]: aStack() };

  test("is looked for in the profile's own scope only, unless the reference names one", () => {
    expect(resolved("t", "project", global).diagnostics[0]?.code).toBe("profile.stack-missing");
    expect(resolved("global:t", "project", global)).toMatchObject({ ok: true, value: { promptStackId: "global:t" } });
    expect(resolved("t", "global", global)).toMatchObject({ ok: true, value: { promptStackId: "global:t" } });
  });

  test("of the project is none for a global profile, and one with an error is none for anybody", () => {
    const project = { [`${stacks}/t.json`]: aStack() };
    expect(resolved("project:t", "global", project).diagnostics[0]).toMatchObject({
      code: "profile.stack-reference",
      path: "profile.promptStack",
    });
    const broken = {
      [`${stacks}/t.json`]: aStack({ items: [{ kind: "block", id: "b", role: "system", content: 1 }] }),
    };
    expect(resolved("t", "project", broken).diagnostics[0]).toMatchObject({
      code: "profile.stack-validation",
      path: "promptStack.items.b",
    });
  });

  test("that is there twice, or written no reference at all, is refused", () => {
    const twice = { [`${stacks}/a.json`]: aStack(), [`${stacks}/b.json`]: aStack() };
    expect(resolved("t", "project", twice).diagnostics[0]?.code).toBe("profile.stack-ambiguous");
    expect(resolved("weird:x", "project", global).diagnostics[0]).toMatchObject({
      code: "profile.stack-reference",
      path: "profile.promptStack",
    });
  });

  test("lists what it needs by kind and name", () => {
    const content = "{{ extensions.dep }}{{ hello }}{{ cwd }}{{ who }}";
    const items = [
      { kind: "slot", id: "s", role: "system", slot: "mine" },
      { kind: "block", id: "b", role: "system", content },
      { kind: "slot", id: "h", slot: "chat-history" },
    ];
    const { load } = files({
      [`${profiles}/p.json`]: aProfile({ promptStack: "t" }),
      [`${stacks}/t.json`]: aStack({ parameters: { who: "x" }, items }),
    });
    const registrations = someRegistrations({ slots: [{ name: "mine", source: "me", render: () => "" }] });
    const snapshot = resolveProfile(load({ registrations }), "p");
    expect(snapshot.ok && snapshot.value.dependencies.map((each) => each.identity)).toEqual([
      "macro:fixture:dep",
      "macro:anonymous:hello",
      "slot:me:mine",
    ]);
  });
});
