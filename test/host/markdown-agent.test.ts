import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { markdownAgent } from "../../src/host/markdown-agent.ts";
import { sessionModel } from "../support/forge-files.ts";

const aliases = new Map([["sonnet", "anthropic/claude-sonnet-4-5"]]);
const session = { model: sessionModel, thinking: "low" as const, aliases };

function agent(text: string, baseName = "file-name", lent: Parameters<typeof markdownAgent>[2] = session) {
  const resource = { file: `/x/${baseName}.md`, from: `${baseName}.md`, baseName, text, diagnostics: [] };
  const entry = markdownAgent(resource, "project", lent);
  const [block] = entry.stack?.items ?? [];
  return {
    ...entry,
    codes: entry.diagnostics.map((each) => `${each.level} ${each.code}`),
    tools: entry.stack?.tools,
    body: entry.stack?.parameters?.body,
    content: block?.kind === "block" ? block.content : undefined,
  };
}

/** One agent whose front matter has these lines. */
const withLines = (...lines: string[]) => agent(["---", "name: a", ...lines, "---", "Do it."].join("\n"));

const example =
  'Use this agent when code was written: it reviews. <example>Context: The user wrote a "function".\\nuser: "Review it"\\nassistant: "I will"</example>';

describe("name and description", () => {
  test("a valid name is the id", () => {
    const made = agent("---\nname: code-reviewer\ndescription: Reviews code.\n---\nDo it.\n");
    expect(made).toMatchObject({ id: "code-reviewer", usable: true, codes: [], kind: "markdown" });
    expect(made.profile).toEqual({
      schemaVersion: 1,
      type: "pi-forge.agent-profile",
      id: "code-reviewer",
      description: "Reviews code.",
      model: sessionModel,
      thinkingLevel: "low",
      promptStack: "code-reviewer.md",
    });
  });

  test("a name that is no id gives way to the file's name, with a diagnostic", () => {
    for (const name of ["评审员", "Code Reviewer", "../x", "project:x", "__proto__", "x".repeat(101)]) {
      const made = agent(`---\nname: ${name}\n---\nDo it.`);
      expect(made).toMatchObject({
        id: "file-name",
        profile: { name },
        codes: ["warning agent.invalid-id"],
        usable: true,
      });
    }
    expect(agent("---\nname: 评审员\n---\nDo it.", "评审")).toMatchObject({
      usable: false,
      codes: ["error agent.invalid-id"],
    });
  });

  test("a long description that is no YAML is read to the end of its line", () => {
    const long = `${example} ${"word ".repeat(300)}`.trim();
    const made = agent(`---\nname: a\ndescription: ${long}\nmodel: sonnet\ncolor: red\n---\nDo it.`);
    expect(made.profile).toMatchObject({ id: "a", description: long, model: { id: "claude-sonnet-4-5" } });
    expect(made.codes).toEqual(["info agent.not-yaml", "info agent.unused-keys"]);
  });

  test("a plain description that goes on over blank lines and examples ends at the next known key", () => {
    const description =
      'Use it often. Examples:\n\n<example>\nContext: a test.\nuser: "Go"\nassistant: "Going"\n</example>';
    const made = agent(`---\nname: a\ndescription: ${description}\ntools: Read\n---\nDo it.`);
    expect(made.profile.description).toBe(description);
    expect(made.tools).toEqual({ allow: ["read"] });
  });

  test("block scalars and CJK are read, by YAML and without it", () => {
    const block = "description: |\n  First: line\n  第二行\n";
    expect(agent(`---\nname: a\n${block}---\nx`).profile.description).toBe("First: line\n第二行");
    expect(agent(`---\nname: a\n${block}model: sonnet: x\n---\nx`).profile.description).toBe("First: line\n第二行");
    expect(agent("---\nname: a\ndescription: >-\n  one\n  two\nx: a: b\n---\nx").profile.description).toBe("one two");
    expect(agent("---\nname: a\ndescription: 審查程式碼\n---\nx").profile.description).toBe("審查程式碼");
  });
});

describe("tools", () => {
  test.each([
    ["read, grep, find, ls", ["read", "grep", "find", "ls"]],
    ["read,grep,find,ls", ["read", "grep", "find", "ls"]],
    ["Read, Grep, Glob, LS", ["read", "grep", "find", "ls"]],
    ["[Read, Grep]", ["read", "grep"]],
    ["\n  - Read\n  - grep", ["read", "grep"]],
    ["Glob, find", ["find"]],
    ["'*'", ["read", "grep", "find", "ls"]],
    ["All", ["read", "grep", "find", "ls"]],
    ["Read Grep; Glob", ["read", "grep", "find"]],
    ["[\n  Read,\n  Grep\n]", ["read", "grep"]],
  ])("%s are granted by their own names", (written, allow) => {
    expect(withLines(`tools: ${written}`)).toMatchObject({ tools: { allow }, codes: [] });
  });

  test("names that cannot be granted are named and not granted", () => {
    const made = withLines(
      "tools: Read, Write, Edit, Bash(git diff:*, git log:*), WebFetch, mcp__server__tool, Read(src/**), Nope",
    );
    expect(made.tools).toEqual({ allow: ["read"] });
    expect(made.codes).toEqual(["warning agent.tools-not-granted"]);
    for (const name of [
      "Write",
      "Edit",
      "Bash(git diff:*, git log:*)",
      "WebFetch",
      "mcp__server__tool",
      "Read(src/**)",
      "Nope",
    ]) {
      expect(made.diagnostics[0]?.message).toContain(name);
    }
  });

  test("blanks before a restriction do not make it a wider tool", () => {
    const made = withLines("tools: Grep, Read (src/**)");
    expect(made).toMatchObject({ tools: { allow: ["grep"] }, codes: ["warning agent.tools-not-granted"] });
  });

  test("no tools key means the four read tools, a key without any of them means none", () => {
    expect(withLines().tools).toEqual({ allow: ["read", "grep", "find", "ls"] });
    for (const written of ["Bash", "[]", ""]) {
      const made = withLines(`tools: ${written}`);
      expect(made.tools).toEqual({ deny: ["*"] });
      expect(made.codes).toContain("warning agent.no-tools");
    }
  });

  test("disallowed tools are taken away", () => {
    expect(withLines("disallowedTools: Read, Bash").tools).toEqual({ allow: ["grep", "find", "ls"] });
  });

  test.each(["'*'", "All", "[all]"])("disallowing %s leaves none", (written) => {
    expect(withLines("tools: Read", `disallowedTools: ${written}`).tools).toEqual({ deny: ["*"] });
  });

  test("what is disallowed for some files is taken away whole, and that is said", () => {
    const made = withLines("disallowedTools: Read(secrets/**), Grep (x), Bash(rm:*)");
    expect(made).toMatchObject({ tools: { allow: ["find", "ls"] }, codes: ["warning agent.tools-denied-whole"] });
    expect(made.diagnostics[0]?.message).toContain("Read(secrets/**), Grep (x);");
  });

  test.each(["Read # not Grep, LS", "[Read] # Grep", "\n  - Read # Grep\n  # - Grep", "'Read' # Grep"])(
    "a comment grants nothing, also in front matter that is no YAML: %j",
    (written) => {
      for (const description of ["Looks.", "Use it: often: here"]) {
        const made = agent(`---\nname: a\ndescription: ${description}\ntools: ${written}\n---\nDo it.`);
        expect(made.tools).toEqual({ allow: ["read"] });
      }
    },
  );
});

describe("a key", () => {
  test.each(["Tools: Read", "TOOLS: Read", "allowed-tools: Read", "allowedTools: Read", "tools:Read", "tools :Read"])(
    "%s narrows like its usual spelling",
    (line) => {
      expect(withLines(line)).toMatchObject({ id: "a", tools: { allow: ["read"] }, body: "Do it." });
    },
  );

  test.each(["disallowed-tools: Read", "disallowed_tools: Read", "DisallowedTools: Read"])("%s takes away", (line) => {
    expect(withLines(line).tools).toEqual({ allow: ["grep", "find", "ls"] });
  });

  test("is found without a blank in every line", () => {
    const made = agent("---\nname:a\ndescription:Does: things\ntools:Read\nmax-turns:3\n---\nDo it.");
    expect(made).toMatchObject({ id: "a", tools: { allow: ["read"] }, maxTurns: 3, codes: ["info agent.not-yaml"] });
    expect(made.profile.description).toBe("Does: things");
  });

  test("in two spellings is there twice", () => {
    expect(withLines("tools: Read", "Tools: Grep")).toMatchObject({
      tools: { allow: ["grep"] },
      codes: ["warning agent.repeated-key"],
    });
  });

  test("of another host is named and gives nothing", () => {
    const made = withLines("mcpServers:", "  - github", "hooks:", "  PreToolUse: [{ matcher: Bash }]");
    expect(made).toMatchObject({ tools: { allow: ["read", "grep", "find", "ls"] }, codes: ["info agent.unused-keys"] });
    expect(made.diagnostics[0]?.message).toContain("mcpServers, hooks");
  });

  test("of a text with an address is none", () => {
    const made = agent("---\nname: a\ndescription: See: this\nhttps://example.org/x\ntools: Read\n---\nx");
    expect(made).toMatchObject({ tools: { allow: ["read"] }, codes: ["info agent.not-yaml"] });
    expect(made.profile.description).toBe("See: this\nhttps://example.org/x");
  });
});

describe("model and thinking", () => {
  test.each([
    ["openai-codex/gpt-5.5", { provider: "openai-codex", id: "gpt-5.5" }],
    ["hf/owner/name", { provider: "hf", id: "owner/name" }],
    ["x/y:free", { provider: "x", id: "y:free" }],
    ["sonnet", { provider: "anthropic", id: "claude-sonnet-4-5" }],
    ["inherit", sessionModel],
    ["", sessionModel],
  ])("%s", (written, model) => {
    expect(withLines(`model: ${written}`)).toMatchObject({
      profile: { model, thinkingLevel: "low" },
      codes: [],
      usable: true,
    });
  });

  test("a level behind the model is its thinking level, its own field comes first", () => {
    expect(withLines("model: x/y:high")).toMatchObject({
      profile: { model: { provider: "x", id: "y" }, thinkingLevel: "high" },
      codes: ["info agent.thinking-suffix"],
    });
    expect(withLines("model: x/y:high", "thinking: low").profile.thinkingLevel).toBe("low");
  });

  test("an alias that nobody defined is an error that says which line to add", () => {
    for (const written of ["opus", "constructor", "__proto__"]) {
      const made = withLines(`model: ${written}`);
      expect(made).toMatchObject({ usable: false, codes: ["error agent.unknown-model"] });
      expect(made.diagnostics[0]?.message).toContain(`"modelAliases": { "${written}": `);
    }
  });

  test("several models in one value are none", () => {
    for (const written of ["[a/b, c/d]", "a/b, c/d", "a/b or c/d"]) {
      expect(withLines(`model: ${written}`)).toMatchObject({ usable: false, codes: ["error agent.unknown-model"] });
    }
  });

  test("without a model of the session there is none to inherit", () => {
    const made = agent("---\nname: a\n---\nx", "a", { ...session, model: undefined });
    expect(made).toMatchObject({ usable: false, codes: ["error agent.no-session-model"] });
  });

  test("thinking and effort are levels, anything else is a diagnostic", () => {
    for (const level of ["low", "medium", "high", "xhigh", "max"]) {
      expect(withLines(`thinking: ${level}`)).toMatchObject({ profile: { thinkingLevel: level }, codes: [] });
      expect(withLines(`effort: ${level}`)).toMatchObject({ profile: { thinkingLevel: level }, codes: [] });
    }
    expect(withLines("thinking: huge")).toMatchObject({
      profile: { thinkingLevel: "low" },
      codes: ["warning agent.unknown-thinking"],
    });
  });
});

describe("other keys", () => {
  test("maxTurns is a limit when it is a positive whole number", () => {
    expect(withLines("maxTurns: 12")).toMatchObject({ maxTurns: 12, codes: [] });
    expect(withLines("maxTurns: many").codes).toEqual(["warning agent.invalid-max-turns"]);
  });

  test("inheritProjectContext is kept, everything else is listed once", () => {
    const unused = ["systemPromptMode", "inheritSkills", "defaultContext", "defaultReads", "skills", "skill", "color"];
    const more = ["permissionMode", "isolated", "defaultProgress", "acceptanceRole", "max_tool_calls", "anything"];
    const made = withLines("inheritProjectContext: true", ...[...unused, ...more].map((key) => `${key}: x`));
    expect(made).toMatchObject({ inheritProjectContext: true, codes: ["info agent.unused-keys"] });
    for (const key of [...unused, ...more]) expect(made.diagnostics[0]?.message).toContain(key);
    expect(withLines("inheritProjectContext: false")).not.toHaveProperty("inheritProjectContext");
  });
});

describe("the body", () => {
  test("is a parameter, so that its braces are text", () => {
    const body = "\n# Role\n\n```ts\nconst a = `{{ x }}{% if %}`;\n```\n\n---\n\nEnd.\n";
    const made = agent(`---\nname: a\n---\n${body}`);
    expect(made).toMatchObject({ body, content: "{{ parameters.body }}", codes: [] });
  });

  test("is whole after a byte order mark, CRLF and a closing line of dots", () => {
    const made = agent("\uFEFF---\r\nname: a\r\ntools: Read\r\n...\r\nOne.\r\nTwo.\r\n");
    expect(made).toMatchObject({ id: "a", body: "One.\r\nTwo.\r\n", tools: { allow: ["read"] }, codes: [] });
  });

  test("begins after front matter that has blank lines above it", () => {
    expect(agent("\n \r\n---\nname: a\ntools: Read\n---\nDo it.")).toMatchObject({
      body: "Do it.",
      tools: { allow: ["read"] },
    });
  });

  test("is the whole file when there is no front matter", () => {
    expect(agent("# Helper\nDo it.")).toMatchObject({
      id: "file-name",
      body: "# Helper\nDo it.",
      codes: ["info agent.no-front-matter"],
      usable: true,
    });
  });

  test("is the whole file when only prose stands between two rules", () => {
    const text = "---\nSome prose\n---\nDo it.";
    expect(agent(text)).toMatchObject({ id: "file-name", body: text, codes: ["info agent.no-front-matter"] });
  });

  test("may be empty, with a warning; it may not be longer than a block", () => {
    expect(agent("---\nname: a\n---\n")).toMatchObject({ usable: true, codes: ["warning agent.empty-body"] });
    expect(agent(`---\nname: a\n---\n${"x".repeat(20_000)}`)).toMatchObject({ usable: true, codes: [] });
    expect(agent(`---\nname: a\n---\n${"x".repeat(100_001)}`)).toMatchObject({
      usable: false,
      codes: ["error agent.body-too-long"],
    });
  });
});

test("front matter that is never closed is refused, because its limits would be lost", () => {
  expect(agent("---\nname: a\ntools: Read\nDo it.")).toMatchObject({
    usable: false,
    codes: ["error agent.unclosed-front-matter"],
  });
});

test("a key that is there twice is warned about and the last one counts", () => {
  expect(withLines("tools: Read", "tools: Grep")).toMatchObject({
    tools: { allow: ["grep"] },
    codes: ["info agent.not-yaml", "warning agent.repeated-key"],
  });
});

test("no text throws, and no tool beyond the four is ever granted", () => {
  const line = fc.constantFrom(
    "---",
    "...",
    "name: a",
    "tools: Bash, Read",
    "tools: *",
    "Tools:Read(*)",
    "allowed-tools: all",
    "- x",
    "<<: *a",
    "a: &a [*a]",
    "? {a: b}",
  );
  const text = fc.array(fc.oneof(line, fc.string({ unit: "binary" })), { maxLength: 12 });
  fc.assert(
    fc.property(text, (lines) => {
      const made = agent(["---", ...lines].join("\n"));
      for (const name of made.tools?.allow ?? []) expect(["read", "grep", "find", "ls"]).toContain(name);
    }),
    { numRuns: 500 },
  );
}, 30_000);
