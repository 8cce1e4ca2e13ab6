import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parseArguments, parseTypedLine, withInput } from "../../src/command-line.ts";
import { parseAttachment } from "../../src/delegation-attachments.ts";

function typed(line: string) {
  const parsed = parseTypedLine(`run reviewer ${line}`);
  if (!parsed.ok) return parsed.diagnostics[0]?.code;
  return { attachments: parsed.value.attachments, task: parsed.value.task };
}

function shell(...args: readonly string[]) {
  const parsed = parseArguments(["run", "reviewer", ...args]);
  if (!parsed.ok) return parsed.diagnostics[0]?.code;
  return { attachments: parsed.value.attachments, task: parsed.value.task };
}

const diff = (range?: string) => ({ kind: "diff", ...(range === undefined ? {} : { range }) });
/** Without a range, before a task that may have been meant as one. */
const diffBefore = (taskBegins: string) => ({ kind: "diff", taskBegins });
const file = (path: string, from?: number, to?: number) => ({
  kind: "file",
  path,
  ...(from === undefined ? {} : { from }),
  ...(to === undefined ? {} : { to }),
});

describe("in Pi", () => {
  test.each([
    ["--diff Review this", [diffBefore("Review")], "Review this"],
    ["--diff -- main is broken", [diff()], "main is broken"],
    ["--diff -- HEAD", [diff()], "HEAD"],
    ["--diff main... Review", [diff("main...")], "Review"],
    ["--diff HEAD~2 Review", [diff("HEAD~2")], "Review"],
    ["--diff @{upstream}... Review", [diff("@{upstream}...")], "Review"],
    ["--diff 1a2b3c4 Review", [diff("1a2b3c4")], "Review"],
    ["--diff main -- Review", [diff("main")], "Review"],
    ["--diff=main Review", [diff("main")], "Review"],
    ["--diff --attach a.ts Review", [diff(), file("a.ts")], "Review"],
    [
      "--attach a.ts:10-20 --attach b.ts:3 --attach c.ts:7- go",
      [file("a.ts", 10, 20), file("b.ts", 3, 3), file("c.ts", 7)],
      "go",
    ],
    ['--attach "my file.ts:1-2" go', [file("my file.ts", 1, 2)], "go"],
    ['--attach="my \\"odd\\"\nfile.ts" go', [file('my "odd"\nfile.ts')], "go"],
    ['--attach a.ts "quoted task"', [file("a.ts")], '"quoted task"'],
    ["--attach ./a:b.ts go", [file("./a:b.ts")], "go"],
    ["--project-context --diff go", [{ kind: "project-context" }, diffBefore("go")], "go"],
  ])("%s", (line, attachments, task) => {
    expect(typed(line)).toEqual({ attachments, task });
  });

  test.each([
    ["--attach - go", "command.attach-input"],
    ["--attach", "command.option-value"],
    ["--attach= go", "command.option-value"],
    ["--diff= go", "command.option-value"],
    ["--project-context=yes go", "command.option-value"],
    ["--attach a.ts:0-2 go", "attachment.lines"],
    ["--attach a.ts:9-2 go", "attachment.lines"],
    ["--attached a.ts go", "command.unknown-option"],
  ])("%s is refused with %s", (line, code) => {
    expect(typed(line)).toBe(code);
  });

  test("a task after -- keeps every byte, whatever is attached before it", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (task) => {
        expect(typed(`--diff --attach "a b.ts" -- ${task}`)).toEqual({ attachments: [diff(), file("a b.ts")], task });
      }),
    );
  });
});

describe("in a terminal", () => {
  test.each([
    [["--diff", "Review main..."], [diff()], "Review main..."],
    [["--diff", "main...", "Review"], [diff("main...")], "Review"],
    [["--diff", "main", "--yes", "--", "Review"], [diff("main")], "Review"],
    [["--attach", "my file.ts:1-2", "go"], [file("my file.ts", 1, 2)], "go"],
    [["--attach", '"x".ts', "go"], [file('"x".ts')], "go"],
    [["--attach", "-", "--diff", "--", "go"], [{ kind: "input" }, diff()], "go"],
  ])("%j", (args, attachments, task) => {
    expect(shell(...args)).toEqual({ attachments, task });
  });

  test("standard input is read once", () => {
    expect(shell("--attach", "-", "--attach", "-", "go")).toBe("command.attach-input");
    expect(shell("--attach", "-", "-")).toBe("command.attach-input");
    const [text] = withInput([{ kind: "input" }], "a log");
    expect(text).toEqual({ kind: "text", source: "standard input", text: "a log" });
  });
});

test("the attachments that a model names have one short form", () => {
  const parsed = ["diff", "diff:main...", "project-context", "src/a.ts:1-2", "./diff"].map((each) =>
    parseAttachment(each),
  );
  expect(parsed.map((each) => each.ok && each.value)).toEqual([
    diff(),
    diff("main..."),
    { kind: "project-context" },
    file("src/a.ts", 1, 2),
    file("./diff"),
  ]);
  expect(parseAttachment(" ").ok).toBe(false);
});
