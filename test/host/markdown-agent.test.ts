import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { sessionModel } from "../support/forge-files.ts";
import { agent, session, withLines } from "./read-agent.ts";

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
