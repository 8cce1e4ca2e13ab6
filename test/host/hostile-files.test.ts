import { execFileSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, symlinkSync, truncateSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { loadDelegationSettings } from "../../src/config/load-delegation-settings.ts";
import { fingerprint } from "../../src/contract/fingerprint.ts";
import { forgeDirectories } from "../../src/files/forge-directories.ts";
import { prepareInWorkspace } from "../../src/host/port-handlers.ts";
import { resolveEntry } from "../../src/host/resolve-profile.ts";
import type { Workspace } from "../../src/host/workspace.ts";
import type { ProfileEntry } from "../../src/host/workspace-entry.ts";
import { aProfile, aStack, type ForgeFiles, forgeFiles, forgeFixtures, ofOneTest } from "../support/forge-files.ts";
import { aPrepareRequest } from "../support/port-builders.ts";
import { wildAgents } from "../support/wild-agents.ts";

const profiles = ".pi/forge/agent-profiles";
const stacks = ".pi/forge/prompt-stacks";
const agents = ".claude/agents";

/** Every way from a file to a prompt; whatever is wrong is a diagnostic and never a throw. */
function prompted({ cwd, home, load }: ForgeFiles): Workspace {
  const workspace = load();
  for (const entry of workspace.profiles) {
    const profile = `${entry.scope}:${entry.id}`;
    const { snapshot, diagnostics } = resolveEntry(workspace, entry);
    if (snapshot) expect(snapshot.profileFingerprint).toBe(fingerprint(entry.profile));
    else expect(diagnostics.some(({ level }) => level === "error")).toBe(true);
    prepareInWorkspace(workspace, aPrepareRequest({ profile }), "2026-01-02T03:04:05.678Z");
    for (const name of entry.stack?.tools?.allow ?? []) expect(["read", "grep", "find", "ls"]).toContain(name);
  }
  loadDelegationSettings({ directories: forgeDirectories({ cwd, env: {}, home }), trusted: true });
  return workspace;
}

const settings = JSON.stringify({ timeoutMs: 5000, profiles: { "project:a": { enabled: true } }, modelAliases: {} });
const sources: readonly (readonly [path: string, text: string])[] = [
  ...fixtureTexts(profiles),
  ...fixtureTexts(stacks),
  ...wildAgents.map(({ path, text }) => [path, text.slice(0, 2_000)] as const),
  [".pi/forge/subagents.json", settings],
];

function fixtureTexts(folder: string): (readonly [string, string])[] {
  const directory = join(import.meta.dirname, "..", "fixtures", "forge", folder.replace(".pi", "project-dot-pi"));
  return readdirSync(directory).map((name) => [`${folder}/${name}`, readFileSync(join(directory, name), "utf8")]);
}

const token = fc.constantFrom(
  ...["", "\0", "\ufeff", "\ud800", "\u2028", "\r", "\n", "\t", '"', "\\", "{", "}", "[", "]", ",", ":", "---\n", "- "],
  ...["null", "1e999", "-0", '"__proto__":{"enabled":true},', '"constructor"', "tools: Bash\n", "{{ x }}", "{% if %}"],
  "[".repeat(300),
);
const edit = fc.record({ at: fc.double({ min: 0, max: 1, noNaN: true }), remove: fc.nat(40), token });
/** One of the example files with a few places damaged. */
const damaged = fc
  .tuple(fc.constantFrom(...sources), fc.array(edit, { minLength: 1, maxLength: 4 }))
  .map(([[path, text], edits]) => ({
    path,
    text: edits.reduce((rest, { at, remove, token: added }) => {
      const place = Math.floor(at * rest.length);
      return rest.slice(0, place) + added + rest.slice(place + remove);
    }, text),
  }));

const runs = Number(process.env.FUZZ_RUNS ?? 25);

test("a damaged file never makes anything throw, and never hides or changes another", {
  timeout: 60_000 + runs * 3_000,
}, () => {
  const files = ofOneTest(forgeFixtures());
  for (const [name, content] of sources) files.write(name, content);
  const whole = prompted(files);
  const texts = new Map(sources);
  fc.assert(
    fc.property(damaged, ({ path, text }) => {
      const file = files.write(path, text);
      const ids = new Set<string>();
      try {
        const workspace = prompted(files);
        for (const each of [...whole.profiles, ...workspace.profiles]) if (each.file === file) ids.add(each.id);
        const others = (all: Workspace) => all.profiles.filter(({ id }) => !ids.has(id)).map(shown);
        expect(others(workspace)).toEqual(others(whole));
      } finally {
        files.write(path, texts.get(path) ?? "");
      }
    }),
    { numRuns: runs },
  );
});

/** Without what follows from others on purpose: two files of one id, or two that start by themselves. */
function shown({ id, scope, from, profile, diagnostics }: ProfileEntry): object {
  const own = diagnostics.filter(({ code }) => code !== "profile.several-auto-activate");
  return { id, scope, from, profile, codes: own.map(({ code }) => code) };
}

describe("what is no file of text", () => {
  const oddities: readonly [string, string, (file: string) => void][] = [
    ["a pipe", "file.not-regular", (file) => void execFileSync("mkfifo", [file])],
    ["a link to a device", "file.not-regular", (file) => symlinkSync("/dev/zero", file)],
    ["a link to itself", "file.unreadable", (file) => symlinkSync(basename(file), file)],
    ["a link to nowhere", "file.missing", (file) => symlinkSync("nowhere", file)],
    ["ten megabytes", "file.too-large", (file) => huge(file)],
    ["Latin-1", "file.unreadable", (file) => writeFileSync(file, Buffer.from([0x7b, 0xe9, 0x7d]))],
    ["UTF-16", "file.unreadable", (file) => writeFileSync(file, Buffer.from("\ufeff{}", "utf16le"))],
  ];

  test.each(oddities)("%s is named (%s) and hides no other profile, stack or agent", (_what, code, make) => {
    const { cwd, load, write } = ofOneTest(forgeFiles());
    write(`${profiles}/good.json`, aProfile({ id: "good", promptStack: "good" }));
    write(`${stacks}/good.json`, aStack({ id: "good" }));
    write(`${agents}/fine.md`, "---\nname: fine\n---\nx");
    for (const file of [`${profiles}/odd.json`, `${stacks}/odd.json`, `${agents}/strange.md`]) make(join(cwd, file));
    const { profiles: listed, stacks: stacked } = load({ builtIns: false });
    const said = [...listed, ...stacked].map(({ from, usable, diagnostics }) => [from, usable, diagnostics[0]?.code]);
    expect(said).toEqual([
      [`${profiles}/good.json`, true, undefined],
      [`${profiles}/odd.json`, false, code],
      [`${agents}/fine.md`, true, undefined],
      [`${agents}/strange.md`, false, code],
      [`${stacks}/good.json`, true, undefined],
      [`${stacks}/odd.json`, false, code],
    ]);
  });

  test("a folder with the name of a file is named; among agents it is one more folder", () => {
    const { cwd, load, write } = ofOneTest(forgeFiles({ [`${profiles}/good.json`]: aProfile({ id: "good" }) }));
    for (const folder of [profiles, stacks]) mkdirSync(join(cwd, folder, "odd.json"), { recursive: true });
    write(`${agents}/odd.md/inner.md`, "---\nname: inner\n---\nx");
    const { profiles: listed, stacks: stacked } = load({ builtIns: false });
    const said = [...listed, ...stacked].map(({ id, usable, diagnostics }) => [id, usable, diagnostics[0]?.code]);
    expect(said).toEqual([
      ["good", true, undefined],
      ["odd", false, "file.not-regular"],
      ["inner", true, undefined],
      ["odd", false, "file.not-regular"],
    ]);
  });

  function huge(file: string): void {
    writeFileSync(file, "");
    truncateSync(file, 10 * 1024 * 1024);
  }
});

describe("names of prototypes", () => {
  const names = ["constructor", "toString", "valueOf", "hasOwnProperty", "isPrototypeOf"];

  test("are ordinary ids of profiles and stacks", () => {
    const files = ofOneTest(forgeFiles());
    for (const id of names) {
      files.write(`${profiles}/${id}.json`, aProfile({ id, promptStack: id }));
      files.write(`${stacks}/${id}.json`, aStack({ id, parameters: { who: id } }));
    }
    const { profiles: listed } = prompted(files);
    expect(listed.filter(({ kind }) => kind === "json").map(({ id, usable }) => [id, usable])).toEqual(
      [...names].sort().map((id) => [id, true]),
    );
  });

  test("that nobody wrote are found nowhere", () => {
    const workspace = ofOneTest(
      forgeFiles({ [`${profiles}/a.json`]: aProfile({ id: "a", promptStack: "toString" }) }),
    ).load();
    for (const profile of [...names, "__proto__", "project:constructor", "global:toString"]) {
      expect(prepareInWorkspace(workspace, aPrepareRequest({ profile }), "2026-01-02T03:04:05.678Z").ok).toBe(false);
    }
    const [entry] = workspace.profiles.filter(({ id }) => id === "a");
    if (!entry) throw new Error("It is there.");
    expect(resolveEntry(workspace, entry).diagnostics).toMatchObject([{ code: "profile.stack-missing" }]);
  });
});

test("names of files that a terminal could act on are listed like any other", () => {
  const { load, write } = ofOneTest(forgeFiles());
  write(`${agents}/a\u001b[2Jb.md`, "---\nname: fine\n---\nx");
  write(`${agents}/new\nline.md`, "x");
  const found = load({ builtIns: false }).profiles.map(({ id, usable }) => [id, usable]);
  expect(found).toEqual([
    ["fine", true],
    ["new\nline", false],
  ]);
});
