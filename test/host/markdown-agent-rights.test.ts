import { describe, expect, test } from "vitest";
import { agent, withLines } from "./read-agent.ts";

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
