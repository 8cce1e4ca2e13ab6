import { describe, expect, test } from "vitest";
import { resolveProfile } from "../../src/host/resolve-profile.ts";
import type { Workspace } from "../../src/host/workspace.ts";
import { aStack, type ForgeFiles, forgeFiles, ofOneTest, sessionModel } from "../support/forge-files.ts";

function files(content: Readonly<Record<string, string | object>> = {}): ForgeFiles {
  return ofOneTest(forgeFiles(content));
}

const profiles = ".pi/forge/agent-profiles";
const stacks = ".pi/forge/prompt-stacks";
const codes = (entry: Workspace["profiles" | "stacks"][number] | undefined) =>
  entry?.diagnostics.map((each) => each.code);

describe("Markdown agents", () => {
  const agent = (name: string) => `---\nname: ${name}\n---\nx`;

  test("of .pi come before those of .claude on one id, with a diagnostic", () => {
    const { load } = files({
      ".pi/agents/a.md": agent("x"),
      ".claude/agents/b.md": agent("x"),
      ".claude/agents/c.md": agent("y"),
    });
    const found = load({ builtIns: false }).profiles;
    expect(found.map((each) => each.from)).toEqual([".pi/agents/a.md", ".claude/agents/c.md"]);
    expect(found[0]?.diagnostics).toMatchObject([{ level: "warning", code: "profile.hides-another" }]);
    expect(found[0]?.diagnostics[0]?.message).toContain(".claude/agents/b.md");
  });

  test("of one name in two folders are both refused", () => {
    const { load } = files({ ".pi/agents/a/x.md": agent("x"), ".pi/agents/b/x.md": agent("x") });
    expect(load({ builtIns: false }).profiles.map(codes)).toEqual([["profile.duplicate-id"], ["profile.duplicate-id"]]);
  });

  test("come after a JSON profile of the same id, even a broken one", () => {
    const { load } = files({ [`${profiles}/x.json`]: "{", ".pi/agents/x.md": agent("x") });
    const found = load({ builtIns: false }).profiles;
    expect(found.map((each) => [each.kind, each.usable, codes(each)])).toEqual([
      ["json", false, ["json.syntax", "profile.hides-another"]],
    ]);
  });

  test("are not looked for in dot folders, packages and notes", () => {
    const { load } = files({
      ".pi/agents/.old/a.md": agent("a"),
      ".pi/agents/node_modules/b.md": agent("b"),
      ".pi/agents/README.md": "# About these agents",
      ".pi/agents/README.zh-CN.md": "# 关于",
      ".claude/agents/CLAUDE.md": "Rules for this folder.",
      ".claude/agents/claude-helper.md": "You help.",
      ".pi/agents/c.md": agent("c"),
    });
    expect(load({ builtIns: false }).profiles.map((each) => each.id)).toEqual(["c", "claude-helper"]);
  });

  test("resolve with a stack of their own, whatever stacks there are", () => {
    const { load } = files({
      ".claude/agents/x.md": `${agent("x")} {{ y }}`,
      [`${stacks}/x.json`]: aStack({ id: "x" }),
    });
    expect(resolveProfile(load(), "x")).toMatchObject({
      ok: true,
      value: {
        profileId: "project:x",
        promptStackId: "project:x.md",
        promptStack: { parameters: { body: "x {{ y }}" } },
      },
    });
  });
});

describe("built-in profiles", () => {
  test("run on the session's model, or say that there is none", () => {
    const { load } = files();
    const resolved = resolveProfile(load({ sessionThinking: "high" }), "global:reviewer");
    expect(resolved).toMatchObject({ ok: true, value: { profile: { model: sessionModel, thinkingLevel: "high" } } });
    const broken = resolveProfile(noModel(load), "reviewer");
    expect(broken.diagnostics.map((each) => each.code)).toEqual(["agent.no-session-model"]);
  });

  test("give way to any global file of the same id and are shadowed by the project's", () => {
    const { load } = files({
      [`~/${profiles}/reviewer.json`]: "{",
      "~/.claude/agents/scout.md": "---\nname: scout\n---\nx",
    });
    expect(load().profiles.map((each) => [each.id, each.kind])).toEqual([
      ["reviewer", "json"],
      ["scout", "markdown"],
    ]);
  });
});

function noModel(load: ForgeFiles["load"]): Workspace {
  const input: Record<string, unknown> = { sessionModel: undefined };
  return load(input);
}
