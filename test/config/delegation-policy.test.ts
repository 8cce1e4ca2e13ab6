import { describe, expect, test } from "vitest";
import { delegationPolicy, type PolicyOverrides } from "../../src/config/delegation-policy.ts";
import { type Files, load } from "./project.ts";

const policy = (files: Files, profile: string, overrides?: PolicyOverrides) =>
  delegationPolicy(load(files).settings, profile, overrides);

describe("a profile is enabled only by its own entry that says true", () => {
  test.each(["__proto__", "constructor", "toString", "hasOwnProperty", "project:__proto__", "global:constructor"])(
    "%s is not enabled by accident",
    (profile) => {
      expect(policy({}, profile).enabled).toBe(false);
      expect(policy({ project: { profiles: { a: { enabled: true } } } }, profile).enabled).toBe(false);
    },
  );

  test("a __proto__ key enables neither itself nor anything else", () => {
    const files = { project: '{"profiles": {"__proto__": {"enabled": true}}, "__proto__": {"warmStart": false}}' };
    expect(policy(files, "a").enabled).toBe(false);
    expect(policy(files, "__proto__").enabled).toBe(false);
    expect(load(files).settings.warmStart.value).toBe(true);
  });

  test("a __proto__ entry value enables nothing", () => {
    expect(policy({ project: '{"profiles": {"a": {"__proto__": {"enabled": true}}}}' }, "a").enabled).toBe(false);
  });

  test("constructor can be enabled by name, like any other id", () => {
    expect(policy({ project: { profiles: { constructor: { enabled: true } } } }, "constructor").enabled).toBe(true);
  });

  test.each(["true", 1, null, {}, []])("enabled: %j is off", (enabled) => {
    expect(policy({ project: { profiles: { a: { enabled } } } }, "a").enabled).toBe(false);
  });

  test("a wrong value in the project turns off what the global file turns on", () => {
    const global = { profiles: { "global:a": { enabled: true } } };
    expect(policy({ global }, "global:a").enabled).toBe(true);
    expect(policy({ global, project: { profiles: { "global:a": { enabled: "yes" } } } }, "global:a").enabled).toBe(
      false,
    );
    expect(policy({ global, project: { profiles: { "global:a": true } } }, "global:a").enabled).toBe(false);
  });

  test.each([
    '{"profiles": {"a": {"enabled": true, "enabled": true}}}',
    '{"profiles": {"a": {"enabled": true}, "a": {"enabled": true}}}',
    '{"profiles": {}, "profiles": {"a": {"enabled": true}}}',
  ])("a repeated key grants nothing: %s", (project) => {
    expect(policy({ project }, "a").enabled).toBe(false);
  });

  test("says where it was enabled", () => {
    expect(policy({ project: { profiles: { a: { enabled: true } } } }, "a").enabledIn).toMatchObject({ line: 4 });
  });

  test("an entry with its scope beats one without", () => {
    const profiles = { a: { enabled: true }, "project:a": { enabled: false } };
    expect(policy({ project: { profiles } }, "a").enabled).toBe(false);
  });

  test("a bare entry never means the global profile, and the hint says what to write", () => {
    const { enabled, hint } = policy({ project: { profiles: { a: { enabled: true } } } }, "global:a");
    expect(enabled).toBe(false);
    expect(hint).toContain('"global:a"');
  });
});

describe("limits", () => {
  test("a profile's own come before the general ones, and null inherits", () => {
    const project = { timeoutMs: 5000, maxTurns: 9, profiles: { a: { maxTurns: 3, timeoutMs: null, tokenBudget: 7 } } };
    const { timeout, limits } = policy({ project }, "a");
    expect(timeout).toEqual({ milliseconds: 5000, source: "project" });
    expect([limits.maxTurns.value, limits.tokenBudget.value, limits.maxOutputBytes.value]).toEqual([3, 7, null]);
  });

  test("null in the project lets go of what the global file set for a profile", () => {
    const files = {
      global: { profiles: { "global:a": { backend: "x" } } },
      project: { profiles: { "global:a": { backend: null } } },
    };
    expect(policy(files, "global:a").backend.source).toBe("built-in");
  });

  test("one call's own wish is explicit", () => {
    expect(policy({ project: { timeoutMs: 5000 } }, "a", { timeoutMs: 7000 }).timeout).toEqual({
      milliseconds: 7000,
      source: "explicit",
    });
  });
});

describe("unattended runs", () => {
  const yes = { allowAgentInvocationWithoutApproval: true };
  const allowed = (files: Files, overrides?: PolicyOverrides) => policy(files, "a", overrides).unattended.allowed;

  test("are allowed by the trusted project's own file, which is named", () => {
    const { unattended } = policy({ project: yes }, "a");
    expect(unattended).toMatchObject({ allowed: true, line: 2 });
    expect(unattended.maxRuns).toBeGreaterThan(0);
    expect(unattended.tokenBudget).toBeGreaterThan(0);
    expect(allowed({ projectLegacy: { subagents: yes } })).toBe(true);
  });

  test.each<[string, Files]>([
    ["no file", {}],
    ["the global file", { global: yes }],
    ["the global legacy section", { globalLegacy: { subagents: yes } }],
    ["an untrusted project", { project: yes, trusted: false }],
    ["a malformed value", { global: yes, project: { allowAgentInvocationWithoutApproval: "true" } }],
    [
      "a malformed value over a good legacy one",
      { projectLegacy: { subagents: yes }, project: { allowAgentInvocationWithoutApproval: 1 } },
    ],
    [
      "false over a good legacy one",
      { projectLegacy: { subagents: yes }, project: { allowAgentInvocationWithoutApproval: false } },
    ],
    ["a legacy section of the wrong type", { projectLegacy: { subagents: [yes] } }],
    [
      "a repeated key",
      { project: '{"allowAgentInvocationWithoutApproval": true, "allowAgentInvocationWithoutApproval": true}' },
    ],
    ["a cap of the wrong type", { project: { ...yes, unattendedMaxRuns: "5" } }],
    ["a cap out of range", { project: { ...yes, unattendedTokenBudget: -1 } }],
    ["no runs", { project: { ...yes, unattendedMaxRuns: 0 } }],
  ])("are not allowed by %s", (_what, files) => {
    expect(allowed(files)).toBe(false);
  });

  test("are not allowed with an override", () => {
    expect(allowed({ project: yes }, { backend: "x" })).toBe(false);
    expect(allowed({ project: yes }, { timeoutMs: 5000 })).toBe(false);
  });
});
