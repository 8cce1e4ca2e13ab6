import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parseArguments, parseTypedLine } from "../../src/command-line.ts";
import { parseModelReference } from "../../src/contract/model.ts";
import { codes, line } from "./read-line.ts";

describe("options", () => {
  test("overrides are read in both forms", () => {
    const { overrides } = line(parseTypedLine("run r --backend b --model p/a/b --timeout-ms=1000 x"));
    expect(overrides).toEqual({ backend: "b", model: { provider: "p", id: "a/b" }, timeoutMs: 1000 });
  });

  test("switches and values of the terminal are kept apart", () => {
    const { switches, values } = line(parseArguments(["run", "r", "--yes", "--json", "--cwd", "/x", "t"]));
    expect([[...switches].sort(), [...values]]).toEqual([["--json", "--yes"], [["--cwd", "/x"]]]);
  });

  test.each([
    ["run r --yes x", "command.unknown-option"],
    ["run r --bogus x", "command.unknown-option"],
    ["run r --model", "command.option-value"],
    ["run r --model= x", "command.option-value"],
    ["run r --private=1 x", "command.option-value"],
    ["run r --model plain x", "command.model"],
    ["run r --model /x x", "command.model"],
    ["run r --model x/ x", "command.model"],
    ["run r --timeout-ms soon x", "command.timeout"],
    ["run r --timeout-ms 999 x", "command.timeout"],
    ["run r --timeout-ms 3600001 x", "command.timeout"],
    ["run r --timeout-ms 1e4 x", "command.timeout"],
    ["run r --timeout-ms -5 x", "command.timeout"],
    ["run", "command.profile-missing"],
    ["run --private", "command.profile-missing"],
    ["run -- reviewer x", "command.profile-missing"],
    ["run --bogus reviewer x", "command.unknown-option"],
    ["walk r x", "command.unknown-verb"],
    ["status now", "command.unexpected-argument"],
    ["status --backend x", "command.unknown-option"],
  ])("%j is refused with %s", (text, code) => {
    expect(codes(parseTypedLine(text))).toEqual([code]);
  });

  test("may come before the profile, after it, or both; the task is not touched", () => {
    const read = line(parseTypedLine("run --model a/b --diff reviewer --private --  fix --private"));
    expect(read).toMatchObject({ profile: "reviewer", task: " fix --private", attachments: [{ kind: "diff" }] });
    expect(read.overrides).toEqual({ model: { provider: "a", id: "b" } });
    expect([...read.switches].sort()).toEqual(["--diff", "--private"]);
    const given = line(parseArguments(["plan", "--trust-project", "auditor", "Check src/pay.ts."]));
    expect([given.profile, given.task, [...given.switches]]).toEqual([
      "auditor",
      "Check src/pay.ts.",
      ["--trust-project"],
    ]);
  });

  test("a word after --diff is its range where it cannot begin the task, and is asked about where it may", () => {
    const diff = (...args: readonly string[]) => line(parseArguments(["run", "r", "--diff", ...args])).attachments;
    expect(diff("main", "Look at it.")).toEqual([{ kind: "diff", range: "main" }]);
    expect(diff("main", "--", "Look")).toEqual([{ kind: "diff", range: "main" }]);
    expect(diff("Look", "at", "it")).toEqual([{ kind: "diff", taskBegins: "Look" }]);
    expect(diff("--", "main", "is", "wrong")).toEqual([{ kind: "diff" }]);
    expect(diff("Look at it.")).toEqual([{ kind: "diff" }]);
    expect(line(parseTypedLine("run r --diff main is wrong")).attachments).toEqual([
      { kind: "diff", taskBegins: "main" },
    ]);
  });

  test("what is only for Pi is refused in the terminal", () => {
    expect(codes(parseArguments(["run", "r", "--private", "x"]))).toEqual(["command.unknown-option"]);
  });

  test("a refused option is answered with those that the verb takes there, and no others", () => {
    const message = (text: string) => parseTypedLine(text).diagnostics[0]?.message ?? "";
    expect(message("history --bogus")).not.toMatch(/--model|--private/);
    expect(message("plan r --bogus x")).not.toContain("--private");
    expect(message("run r --bogus x")).toContain("--private");
    expect(codes(parseTypedLine("status --model p/m"))).toEqual(["command.unknown-option"]);
    expect(codes(parseArguments(["status", "--model", "p/m"]))).toEqual([]);
    expect(codes(parseArguments(["history", "--yes"]))).toEqual(["command.unknown-option"]);
  });

  test.each(["--help", "-h", "history --help", "run -h"])("%j is help, wherever it is typed", (text) => {
    expect(line(parseTypedLine(text)).verb).toBe("help");
    expect(line(parseArguments(text.split(" "))).verb).toBe("help");
  });

  test("every refusal names the value and says what to do", () => {
    const [diagnostic] = parseTypedLine("run r --timeout-ms soon x").diagnostics;
    expect(diagnostic).toMatchObject({ level: "error", path: "--timeout-ms" });
    expect(diagnostic?.message).toContain('"soon"');
    expect(diagnostic?.message).toContain("1000 to 3600000");
  });

  test("no line is help, and nothing ever throws", () => {
    expect(line(parseTypedLine("")).verb).toBe("help");
    expect(line(parseArguments(["--help"])).verb).toBe("help");
    fc.assert(
      fc.property(fc.string(), fc.array(fc.string()), (text, args) => {
        parseTypedLine(text);
        parseTypedLine(`run ${text}`);
        parseArguments(args);
        parseArguments(["run", ...args]);
      }),
    );
  });
});

test.each([
  ["anthropic/claude", { provider: "anthropic", id: "claude" }],
  ["router/a/b:c", { provider: "router", id: "a/b:c" }],
  [" a / b ", { provider: "a", id: "b" }],
  ["a", undefined],
  ["/a", undefined],
  ["a/", undefined],
  ["", undefined],
])("the model %j is %j", (text, model) => {
  expect(parseModelReference(text)).toEqual(model);
});

test.each([
  ["rnu reviewer x", 'Did you mean "run"?'],
  ["run reviewer --modle a/b x", 'Did you mean "--model"?'],
  ["run reviewer --project-contxt x", 'Did you mean "--project-context"?'],
])("%j is refused with what was meant", (text, meant) => {
  expect(parseTypedLine(text).diagnostics[0]?.message).toContain(meant);
});
