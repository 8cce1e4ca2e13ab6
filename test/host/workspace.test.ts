import { mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { fileDigest } from "../../src/files/digest.ts";
import { profileSummaries } from "../../src/host/profile-summary.ts";
import { resolveProfile } from "../../src/host/resolve-profile.ts";
import type { Workspace } from "../../src/host/workspace.ts";
import { aProfile, aStack, type ForgeFiles, forgeFiles, forgeFixtures, ofOneTest } from "../support/forge-files.ts";
import { wire } from "../support/golden.ts";

function files(content: Readonly<Record<string, string | object>> = {}): ForgeFiles {
  return ofOneTest(forgeFiles(content));
}

const profiles = ".pi/forge/agent-profiles";
const stacks = ".pi/forge/prompt-stacks";
const listed = (workspace: Workspace) => workspace.profiles.map((each) => `${each.scope}:${each.id} ${each.from}`);
const codes = (entry: Workspace["profiles" | "stacks"][number] | undefined) =>
  entry?.diagnostics.map((each) => each.code);

describe("a workspace", () => {
  test("lists built-in, global and project profiles in this order, each with where it is from", () => {
    const { load } = files({
      [`~/${profiles}/b.json`]: aProfile({ id: "b" }),
      "~/.pi/agent/agents/c.md": "---\nname: c\n---\nx",
      [`${profiles}/d.json`]: aProfile({ id: "d" }),
      ".claude/agents/deep/er/e.md": "---\nname: e\n---\nx",
    });
    expect(listed(load())).toEqual([
      "global:reviewer this extension",
      "global:scout this extension",
      "global:b ~/.pi/forge/agent-profiles/b.json",
      "global:c ~/.pi/agent/agents/c.md",
      "project:d .pi/forge/agent-profiles/d.json",
      "project:e .claude/agents/deep/er/e.md",
    ]);
  });

  test("of an untrusted project holds nothing of the project", () => {
    const { load } = files({ [`${profiles}/a.json`]: aProfile({ id: "a" }), [`${stacks}/t.json`]: aStack() });
    const workspace = load({ trusted: false });
    expect(listed(workspace)).toEqual(["global:reviewer this extension", "global:scout this extension"]);
    expect(workspace.stacks).toEqual([]);
  });

  test("is frozen to its leaves and does not follow the disk", () => {
    const { load, write } = files({
      [`${profiles}/a.json`]: aProfile({ id: "a", promptStack: "t" }),
      [`${stacks}/t.json`]: aStack(),
    });
    const workspace = load();
    const before = resolveProfile(workspace, "a");
    write(`${stacks}/t.json`, aStack({ mode: "append" }));
    expect(resolveProfile(workspace, "a")).toEqual(before);
    const reachable = (value: unknown): unknown[] =>
      typeof value === "object" && value !== null ? [value, ...Object.values(value).flatMap(reachable)] : [];
    for (const each of reachable({ ...workspace, registrations: 0 }).slice(1)) expect(Object.isFrozen(each)).toBe(true);
    expect(workspace.capturedAt).toBe("2026-01-02T03:04:05.678Z");
  });

  test("knows the digest of the bytes on disk", () => {
    const { load, write } = files();
    const file = write(".pi/agents/a.md", "\uFEFF---\nname: a\n---\nx");
    const entry = load().profiles.find((each) => each.id === "a");
    const onDisk = fileDigest(file, { maxBytes: 1000 });
    expect(onDisk.ok && onDisk.value).toBe(entry?.contentDigest);
  });

  test("warns about a project's file that is a link to somewhere else", () => {
    const { load, write, cwd } = files({ ".pi/agents/real.md": "---\nname: real\n---\nx" });
    symlinkSync(write("~/secret.md", "---\nname: far\n---\nx"), join(cwd, ".pi/agents/far.md"));
    symlinkSync(join(cwd, ".pi/agents/real.md"), join(cwd, ".pi/agents/near.md"));
    const far = load().profiles.find((each) => each.id === "far");
    expect(codes(far)).toEqual(["file.outside-project"]);
    const inside = load().profiles.filter((each) => each.id === "real");
    expect(inside.map(codes)).toEqual([["profile.duplicate-id"], ["profile.duplicate-id"]]);
  });

  test("does not freeze what it was given", () => {
    const model = { provider: "x", id: "y" };
    files().load({ sessionModel: model, moduleDiagnostics: [] });
    expect(Object.isFrozen(model)).toBe(false);
  });
});

describe("one bad file", () => {
  test("never hides another, whatever is wrong with it", () => {
    const { load, write, cwd } = files();
    write(`${profiles}/good.json`, aProfile({ id: "good" }));
    write(`${profiles}/huge.json`, " ".repeat(1024 * 1024 + 1));
    write(`${profiles}/deep.json`, "[".repeat(100_000));
    write(`${profiles}/empty.json`, "");
    write(`${profiles}/list.json`, "[]");
    write(`${profiles}/note.txt`, "not looked at");
    mkdirSync(join(cwd, profiles, "folder.json"));
    symlinkSync(join(cwd, "nowhere"), join(cwd, profiles, "link.json"));
    const found = load({ builtIns: false }).profiles.map((each) => [each.id, each.usable, codes(each)?.[0]]);
    expect(found).toEqual([
      ["deep", false, "json.syntax"],
      ["empty", false, "json.syntax"],
      ["folder", false, "file.not-regular"],
      ["good", true, undefined],
      ["huge", false, "file.too-large"],
      ["link", false, "file.missing"],
      ["list", false, "profile.not-object"],
    ]);
  });

  test("of a thousand is named, and the others are all there", () => {
    const { load, write } = files();
    for (let index = 0; index < 1000; index++) {
      write(
        `${profiles}/p${index}.json`,
        index === 500 ? "{ broken" : aProfile({ id: `p${index}`, promptStack: `t${index}` }),
      );
      write(
        `${stacks}/t${index}.json`,
        index === 501 ? aStack({ id: `t${index}`, items: 1 }) : aStack({ id: `t${index}` }),
      );
    }
    const workspace = load({ builtIns: false });
    expect([workspace.profiles.length, workspace.stacks.length]).toEqual([1000, 1000]);
    expect(workspace.profiles.filter((each) => !each.usable).map((each) => each.from)).toEqual([
      `${profiles}/p500.json`,
    ]);
    expect(workspace.stacks.filter((each) => !each.usable).map((each) => each.from)).toEqual([`${stacks}/t501.json`]);
    const unresolved = workspace.profiles
      .filter((each) => !resolveProfile(workspace, each.id).ok)
      .map((each) => each.id);
    expect(unresolved).toEqual(["p500", "p501"]);
  }, 60_000);
});

describe("within a scope", () => {
  test("an id that is used twice makes every copy unusable, and both files are named", () => {
    const { load } = files({
      [`${profiles}/a.json`]: aProfile({ id: "x" }),
      [`${profiles}/b.json`]: aProfile({ id: "x" }),
    });
    const copies = load({ builtIns: false }).profiles;
    expect(copies.map((each) => [each.usable, codes(each)])).toEqual([
      [false, ["profile.duplicate-id"]],
      [false, ["profile.duplicate-id"]],
    ]);
    expect(copies[0]?.diagnostics[0]?.message).toContain(`${profiles}/a.json, ${profiles}/b.json`);
  });

  test("the same id in the other scope is no duplicate", () => {
    const { load } = files({
      [`${profiles}/a.json`]: aProfile({ id: "x" }),
      [`~/${profiles}/a.json`]: aProfile({ id: "x" }),
    });
    expect(load({ builtIns: false }).profiles.map((each) => each.usable)).toEqual([true, true]);
  });

  test("two profiles that want to start by themselves are both refused", () => {
    const auto = (id: string) => aProfile({ id, autoActivate: true });
    const { load } = files({
      [`${profiles}/a.json`]: auto("a"),
      [`${profiles}/b.json`]: auto("b"),
      [`~/${profiles}/c.json`]: auto("c"),
    });
    const found = load({ builtIns: false }).profiles.map((each) => [each.id, each.usable, each.diagnostics[0]?.path]);
    expect(found).toEqual([
      ["c", true, undefined],
      ["a", false, "autoActivate"],
      ["b", false, "autoActivate"],
    ]);
  });
});

describe("stacks", () => {
  test("a legacy file is hidden by one of the same name, not by one of the same id", () => {
    const { load } = files({
      [`${stacks}/a.json`]: aStack({ id: "a" }),
      ".pi/prompt-stacks/a.json": aStack({ id: "hidden" }),
      ".pi/prompt-stacks/b.json": aStack({ id: "b" }),
    });
    expect(load().stacks.map((each) => `${each.id} ${each.from}`)).toEqual([
      `a ${stacks}/a.json`,
      "b .pi/prompt-stacks/b.json",
    ]);
  });

  test("default.json is not activated by its name and says so", () => {
    const { load, write } = files({ [`${stacks}/default.json`]: aStack({ id: "default" }) });
    expect(codes(load().stacks[0])).toEqual(["stack.default-name"]);
    write(`${stacks}/default.json`, aStack({ id: "default", autoActivate: false }));
    expect(codes(load().stacks[0])).toEqual([]);
  });

  test("say when a trusted module failed", () => {
    const { load } = files({ [`${stacks}/t.json`]: aStack() });
    const problem = { level: "warning", code: "module.failed", message: "x" } as const;
    expect(codes(load({ moduleDiagnostics: [problem] }).stacks[0])).toEqual(["module.failed"]);
  });
});

test("summaries are those of the recorded conversation", () => {
  const fixtures = ofOneTest(forgeFixtures());
  const messages = wire<{ data?: { data?: { profiles?: { diagnostics: object[] }[] } } }>("listProfiles");
  const recorded = messages.flatMap((each) => each.data?.data?.profiles ?? []).slice(0, 14);
  const ours = profileSummaries(fixtures.load({ builtIns: false }));
  expect(recorded).toHaveLength(14);
  const message = "(text)";
  expect(ours.map((each) => ({ ...each, diagnostics: each.diagnostics.map((one) => ({ ...one, message })) }))).toEqual(
    recorded,
  );
  expect(profileSummaries(fixtures.load()).slice(0, 2)).toMatchObject([
    { profileId: "reviewer", scope: "global", usable: true },
    { profileId: "scout", scope: "global", usable: true },
  ]);
});
