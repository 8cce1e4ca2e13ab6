import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { PrepareRequest } from "../../src/contract/product/host-port.ts";
import { agentStack } from "../../src/host/agent-stack.ts";
import { prepareConversation } from "../../src/host/compile-conversation.ts";
import { resolveProfile } from "../../src/host/resolve-profile.ts";
import { parsePromptStack } from "../../src/host/stack-codec.ts";
import type { Workspace } from "../../src/host/workspace.ts";
import { forgeFiles, ofOneTest, sessionModel } from "../support/forge-files.ts";

function load(content: Readonly<Record<string, string>> = {}): Workspace {
  return ofOneTest(forgeFiles(content)).load();
}

const catalog = ["read", "grep", "find", "ls", "bash"].map((name) => ({ id: `pi.${name}`, name, effects: [] }));

function prepared(workspace: Workspace, profile: string) {
  const resolved = resolveProfile(workspace, profile);
  if (!resolved.ok) throw new Error(JSON.stringify(resolved.diagnostics));
  const request: PrepareRequest = {
    profile,
    task: { text: "Look." },
    access: { level: "read-only", network: "allow", allowProcess: false },
    backend: { model: sessionModel, thinkingLevel: "off", toolCatalog: catalog },
  };
  // Through the codec, as any other host would read the stack of the snapshot.
  const { stack } = parsePromptStack(resolved.value.promptStack);
  const { cwd, registrations } = workspace;
  return prepareConversation({ cwd, snapshot: resolved.value, stack, registrations }, request, workspace.capturedAt);
}

describe("a Markdown agent", () => {
  test("gives its body to the model as it is written, but for blanks at both ends", () => {
    const body = "# Role\n\n{{ x }} {% if y %} {{ parameters.body }} {# z #} $0 $&\n\n```\n  code\n```";
    const workspace = load({ ".claude/agents/a.md": `---\nname: a\ntools: Read, Bash\n---\n\n${body}\n\n` });
    const reply = prepared(workspace, "a");
    expect(reply.systemPrompt).toBe(body);
    expect(reply.effectiveToolNames).toEqual(["read"]);
    expect(reply.diagnostics.filter((each) => each.level === "error")).toEqual([]);
  });

  test("without any tool it may have gets none", () => {
    const reply = prepared(load({ ".pi/agents/a.md": "---\nname: a\ntools: Bash\n---\nx" }), "a");
    expect(reply.effectiveToolNames).toEqual([]);
  });

  test("with an empty body has an empty system prompt", () => {
    expect(prepared(load({ ".pi/agents/a.md": "---\nname: a\n---\n" }), "a").systemPrompt).toBe("");
  });
});

describe("the built-in", () => {
  test.each(["reviewer", "scout"])(
    "%s compiles without a complaint, says where it works and with which tools",
    (id) => {
      const workspace = load();
      const { systemPrompt, diagnostics, effectiveToolNames } = prepared(workspace, `global:${id}`);
      expect(diagnostics).toEqual([]);
      expect(effectiveToolNames).toEqual(["read", "grep", "find", "ls"]);
      expect(systemPrompt).toContain(`You work in ${workspace.cwd}.`);
      expect(systemPrompt).toContain("read, grep, find, ls");
      expect(systemPrompt).not.toMatch(/\{\{|\}\}/);
    },
  );
});

test("the generated stack is a normal form: the codec changes nothing in it and finds nothing wrong", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), fc.subarray(["read", "grep"]), (body, tools) => {
      const stack = agentStack({ id: "a.md", body, tools });
      expect(parsePromptStack(stack)).toEqual({ stack, usable: true, diagnostics: [] });
    }),
  );
});
