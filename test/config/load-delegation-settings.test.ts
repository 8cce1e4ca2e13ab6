import { mkdirSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { productTimeoutMs, withProductTimeout } from "../../src/config/delegation-settings.ts";
import { loadDelegationSettings } from "../../src/config/load-delegation-settings.ts";
import { forgeDirectories } from "../../src/files/forge-directories.ts";
import { aProject, type Files, load } from "./project.ts";

const lines = (...text: string[]) => text.join("\n");

describe("what is wrong in a file is named with code, file and line", () => {
  const cases: [string, Files, { code: string; level?: string; line?: number; path?: string }][] = [
    ["broken JSON", { project: lines("{", '"backend": ', "}") }, { code: "config.syntax", level: "error", line: 3 }],
    ["a comment", { project: lines("{", "// why", "}") }, { code: "config.syntax", level: "error", line: 2 }],
    [
      "a trailing comma",
      { global: lines('{"backend": "x",', "}") },
      { code: "config.syntax", level: "error", line: 2 },
    ],
    ["an empty file", { project: "" }, { code: "config.syntax", level: "error", line: 1 }],
    ["broken JSON in the main configuration", { projectLegacy: "{" }, { code: "config.syntax", level: "error" }],
    ["a list at the root", { project: "[]" }, { code: "config.root", level: "error", line: 1 }],
    ["null at the root", { global: "null" }, { code: "config.root", level: "error" }],
    ["a legacy section", { globalLegacy: { subagents: {} } }, { code: "config.legacy", line: 2, path: "subagents" }],
    ["a legacy list", { projectLegacy: { subagents: [] } }, { code: "config.type", line: 2, path: "subagents" }],
    ["an unknown key", { project: { a: 1, timeout: 5 } }, { code: "config.unknown-key", line: 2, path: "a" }],
    ["a number as backend", { project: { backend: 1 } }, { code: "config.type", line: 2, path: "backend" }],
    ["a blank backend", { project: { backend: " " } }, { code: "config.type", path: "backend" }],
    ["a timeout as text", { project: { timeoutMs: "60000" } }, { code: "config.type", path: "timeoutMs" }],
    ["a timeout too short", { project: { timeoutMs: 999 } }, { code: "config.range", path: "timeoutMs" }],
    ["a timeout too long", { project: { timeoutMs: 3_600_001 } }, { code: "config.range", path: "timeoutMs" }],
    ["a fraction", { project: { maxTurns: 1.5 } }, { code: "config.range", path: "maxTurns" }],
    ["no turns", { project: { maxTurns: 0 } }, { code: "config.range", path: "maxTurns" }],
    ["a negative budget", { project: { tokenBudget: -1 } }, { code: "config.range", path: "tokenBudget" }],
    ["bytes as text", { project: { maxOutputBytes: "1" } }, { code: "config.type", path: "maxOutputBytes" }],
    ["an idle time of null", { project: { idleTimeoutMs: null } }, { code: "config.type", path: "idleTimeoutMs" }],
    ["context of no bytes", { project: { contextMaxBytes: 0 } }, { code: "config.range", path: "contextMaxBytes" }],
    ["a result of no characters", { project: { resultMaxChars: 0 } }, { code: "config.range", path: "resultMaxChars" }],
    ["a project that bounds the history", { project: { historyMaxRuns: 1 } }, { code: "config.global-only", line: 2 }],
    ["warmStart as text", { project: { warmStart: "yes" } }, { code: "config.type", path: "warmStart" }],
    ["a summary flag of 1", { project: { summaryInToolDescription: 1 } }, { code: "config.type" }],
    ["unattended as text", { project: { allowAgentInvocationWithoutApproval: "true" } }, { code: "config.type" }],
    [
      "unattended in the global file",
      { global: { allowAgentInvocationWithoutApproval: true } },
      { code: "config.global-unattended", line: 2 },
    ],
    ["too many unattended runs", { project: { unattendedMaxRuns: 5_000 } }, { code: "config.range" }],
    ["a grant of too many minutes", { project: { grantMinutes: 2_000 } }, { code: "config.range" }],
    ["one path", { project: { allowPaths: "a" } }, { code: "config.type", path: "allowPaths" }],
    ["a blank path", { project: { allowPaths: [""] } }, { code: "config.type", path: "allowPaths" }],
    ["aliases as a list", { project: { modelAliases: [] } }, { code: "config.type", path: "modelAliases" }],
    ["a bare alias target", { project: { modelAliases: { x: "y" } } }, { code: "config.type", path: "modelAliases.x" }],
    ["profiles as a list", { project: { profiles: [] } }, { code: "config.type", path: "profiles" }],
    ["an entry of true", { project: { profiles: { a: true } } }, { code: "config.type", line: 3, path: "profiles.a" }],
    ["enabled as text", { project: { profiles: { a: { enabled: "true" } } } }, { code: "config.type", line: 4 }],
    ["a wrong entry timeout", { project: { profiles: { a: { timeoutMs: 1 } } } }, { code: "config.range", line: 4 }],
    ["a wrong entry backend", { project: { profiles: { a: { backend: [] } } } }, { code: "config.type", line: 4 }],
    ["an unknown entry key", { project: { profiles: { a: { on: true } } } }, { code: "config.unknown-key", line: 4 }],
    ["a foreign scope", { global: { profiles: { "project:a": {} } } }, { code: "config.foreign-scope", line: 3 }],
    ["a bare key in a global file", { global: { profiles: { a: {} } } }, { code: "config.bare-global-key", line: 3 }],
    ["both spellings", { project: { profiles: { a: {}, "project:a": {} } } }, { code: "config.shadowed-key", line: 3 }],
    ["an unknown scope", { project: { profiles: { "user:a": {} } } }, { code: "config.profile-id", line: 3 }],
    ["a path as id", { project: { profiles: { "../a": {} } } }, { code: "config.profile-id", line: 3 }],
    ["a very long id", { project: { profiles: { ["a".repeat(10_000)]: {} } } }, { code: "config.profile-id" }],
    [
      "a repeated key",
      { project: lines("{", '"backend": "a",', '"backend": "b"', "}") },
      { code: "config.duplicate-key", level: "error", line: 3, path: "backend" },
    ],
    [
      "a repeated key in the legacy section",
      { projectLegacy: lines('{"subagents": {"timeoutMs": 5000,', '"timeoutMs": 6000}}') },
      { code: "config.duplicate-key", level: "error", line: 2, path: "subagents.timeoutMs" },
    ],
  ];

  test.each(cases)("%s", (_what, files, expected) => {
    const { diagnostics, project } = load(files);
    const found = diagnostics.find(({ code }) => code === expected.code);
    expect(found).toMatchObject(expected);
    expect(found?.file?.startsWith(project.root.replace(/project$/, ""))).toBe(true);
  });

  test("an untrusted project's files, each by name and without being used", () => {
    const { diagnostics, settings } = load({
      project: { backend: "x" },
      projectLegacy: { subagents: { backend: "y" } },
      trusted: false,
    });
    expect(diagnostics.map(({ code }) => code)).toEqual(["config.untrusted", "config.untrusted"]);
    expect(settings.backend.source).toBe("built-in");
  });

  test("a folder in the place of a file, and the other files still count", () => {
    const { directories, write } = aProject();
    mkdirSync(directories.project.delegation, { recursive: true });
    write(directories.global.delegation.at(-1) ?? "", { backend: "g" });
    const { settings, diagnostics } = loadDelegationSettings({ directories, trusted: true });
    expect(diagnostics).toMatchObject([{ code: "file.not-regular", file: directories.project.delegation }]);
    expect(settings.backend.value).toBe("g");
  });
});

test("nothing is said about $schema, about a main configuration without our section, or about no file", () => {
  expect(load({ project: { $schema: "x" }, projectLegacy: { webEditor: { port: 1 } } }).diagnostics).toEqual([]);
  expect(load({}).diagnostics).toEqual([]);
});

test("every value comes with its source, file and line", () => {
  const { settings, project } = load({
    global: { maxTurns: 5, modelAliases: { sonnet: "p/s" } },
    project: lines("{", ' "timeoutMs": 5000,', ' "profiles": {"a": {"enabled": true}}', "}"),
  });
  const file = project.directories.project.delegation;
  expect(settings.timeoutMs).toEqual({ value: 5000, source: "project", file, line: 2 });
  expect(settings.maxTurns).toMatchObject({ value: 5, source: "global", line: 2 });
  expect(settings.modelAliases.get("sonnet")).toMatchObject({ value: "p/s", source: "global" });
  expect(settings.profiles.get("project:a")).toMatchObject({ key: "a", enabled: { value: true, file, line: 3 } });
  expect(settings.warmStart).toEqual({ value: true, source: "built-in" });
});

test("a byte order mark and CRLF are no fault", () => {
  const { settings, diagnostics } = load({ project: '\uFEFF{\r\n"backend": "x",\r\n"timeoutMs": 2000\r\n}\r\n' });
  expect(diagnostics).toEqual([]);
  expect(settings.timeoutMs).toMatchObject({ value: 2000, line: 3 });
});

test("a moved forge directory is looked for in both places, and the one existing installs write wins", () => {
  const { root, write } = aProject();
  const directories = forgeDirectories({ cwd: root, env: { PI_FORGE_GLOBAL_DIR: `${root}/x` }, home: root });
  write(`${root}/x/subagents.json`, { backend: "a", maxTurns: 3 });
  write(`${root}/x/.pi/forge/subagents.json`, { backend: "b" });
  const { settings } = loadDelegationSettings({ directories, trusted: false });
  expect([settings.backend.value, settings.maxTurns.value]).toEqual(["b", 3]);
});

test("the product's own time limit stands in only where no file says one", () => {
  expect(withProductTimeout(load({}).settings).timeoutMs).toEqual({ value: productTimeoutMs, source: "built-in" });
  expect(withProductTimeout(load({ project: { timeoutMs: 60_000 } }).settings).timeoutMs).toMatchObject({
    value: 60_000,
    source: "project",
  });
});
