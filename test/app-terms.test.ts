import { describe, expect, test } from "vitest";
import { delegationTerms, selectorOf, type TermsInput } from "../src/app-terms.ts";
import { builtInSettings, type DelegationSettings } from "../src/config/delegation-settings.ts";
import { error, warning } from "../src/contract/diagnostic.ts";
import type { Delegation } from "../src/delegation.ts";
import { forgeDirectories } from "../src/files/forge-directories.ts";
import type { ProfileEntry } from "../src/host/workspace-entry.ts";
import { aSnapshot } from "./support/port-builders.ts";

const directories = forgeDirectories({ cwd: "/p", env: {}, home: "/h" });
const settingsFile = directories.project.delegation;
const globalFile = directories.global.delegation.at(-1) ?? "";

const delegation: Delegation = { asker: "person", profile: "reviewer", task: "Look.", overrides: {} };

function anEntry(overrides: Partial<ProfileEntry> = {}): ProfileEntry {
  return {
    kind: "json",
    scope: "project",
    id: "reviewer",
    from: ".pi/forge/agent-profiles/reviewer.json",
    usable: true,
    diagnostics: [],
    profile: aSnapshot().profile,
    ...overrides,
  };
}

function settings(...enabled: readonly string[]): DelegationSettings {
  const on = { enabled: { value: true, source: "project" as const }, source: "project" as const };
  return {
    ...builtInSettings,
    modelAliases: new Map(),
    profiles: new Map(enabled.map((key) => [key, { key, ...on }])),
  };
}

function input(overrides: Partial<TermsInput> = {}): TermsInput {
  return {
    settings: settings(),
    entry: anEntry(),
    agreement: null,
    directories,
    door: "pi",
    backendIds: ["pi-subprocess-readonly", "pi-rpc-readonly"],
    canAsk: true,
    chat: null,
    host: "ours",
    diagnostics: [],
    ...overrides,
  };
}

const codes = (outcome: ReturnType<typeof delegationTerms>) => outcome.diagnostics.map(({ code }) => code);

describe("a profile that is not enabled", () => {
  test("is offered to the person who asks, in the file of its own scope", () => {
    expect(delegationTerms(delegation, input())).toMatchObject({
      ok: true,
      value: { enables: { file: settingsFile } },
    });
    const terms = delegationTerms(delegation, input());
    expect(terms.ok && terms.value.enables?.enabled).toBeUndefined();
    const global = anEntry({ scope: "global" });
    expect(delegationTerms(delegation, input({ entry: global }))).toMatchObject({
      ok: true,
      value: { enables: { file: globalFile } },
    });
  });

  test("is refused where nobody can be asked, with what was wrong in the settings", () => {
    const noted = warning("config.type", "Write true or false.", { file: settingsFile });
    const refused = delegationTerms(delegation, input({ canAsk: false, diagnostics: [noted] }));
    expect(codes(refused)).toEqual(["host.profile-disabled", "config.type"]);
    expect(refused.diagnostics[0]).toMatchObject({ file: settingsFile, path: "profiles" });
  });

  test("is not offered in a file that cannot be read", () => {
    const broken = error("config.syntax", "Correct it.", { file: settingsFile });
    expect(codes(delegationTerms(delegation, input({ diagnostics: [broken] })))).toEqual([
      "host.profile-disabled",
      "config.syntax",
    ]);
    const elsewhere = error("config.syntax", "Correct it.", { file: globalFile });
    expect(delegationTerms(delegation, input({ diagnostics: [elsewhere] })).ok).toBe(true);
  });

  test("is refused to the model, which is not told where it is enabled", () => {
    const refused = delegationTerms({ ...delegation, asker: "model" }, input());
    expect(codes(refused)).toEqual(["host.profile-disabled"]);
    expect(JSON.stringify(refused)).not.toContain("subagents.json");
    expect(refused.diagnostics[0]?.message).toContain("/forge-agent profiles");
  });
});

test("a built-in needs no file for a person, and one for the model", () => {
  const entry = anEntry({ kind: "built-in", scope: "global" });
  const terms = delegationTerms({ ...delegation, asker: "terminal" }, input({ entry, canAsk: false }));
  expect(terms).toMatchObject({ ok: true, value: { profileId: "global:reviewer" } });
  expect(terms.ok && terms.value.enables).toBeFalsy();
  expect(codes(delegationTerms({ ...delegation, asker: "model" }, input({ entry })))).toEqual([
    "host.profile-disabled",
  ]);
});

test("where requests go is compared with a chat only where there is one", () => {
  const enabled = input({ settings: settings("project:reviewer"), chat: { provider: "anthropic" } });
  expect(delegationTerms(delegation, enabled)).toMatchObject({ value: { chat: { provider: "anthropic" } } });
  const typedOutside = { ...delegation, asker: "terminal" } as const;
  expect(delegationTerms(typedOutside, enabled)).toMatchObject({ value: { chat: null } });
});

test("an enabled profile takes its limits from the settings and this call", () => {
  const timed = { ...delegation, overrides: { timeoutMs: 5_000, backend: "pi-rpc-readonly" } };
  expect(delegationTerms(timed, input({ settings: settings("project:reviewer") }))).toMatchObject({
    ok: true,
    value: {
      backendId: "pi-rpc-readonly",
      limits: { timeoutMs: { value: 5_000, enforcement: "best-effort" } },
      host: "ours",
    },
  });
});

test("the model's bare id is the project's; a person's stays what it is", () => {
  expect(selectorOf({ ...delegation, asker: "model" })).toBe("project:reviewer");
  expect(selectorOf({ ...delegation, asker: "model", profile: "global:x" })).toBe("global:x");
  expect(selectorOf(delegation)).toBe("reviewer");
});

test("a backend that is not there is refused to whoever asks, with the one that was meant", () => {
  const wrong = { ...delegation, overrides: { backend: "pi-rcp-readonly" } };
  const refused = delegationTerms(wrong, input({ settings: settings("project:reviewer") }));
  expect(refused).toMatchObject({ ok: false, diagnostics: [{ code: "backend.missing" }] });
  expect(refused.diagnostics[0]?.message).toContain('Did you mean "pi-rpc-readonly"?');
});
