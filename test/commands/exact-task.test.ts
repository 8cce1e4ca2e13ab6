import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type CommandLine, parseArguments, parseTypedLine } from "../../src/command-line.ts";
import type { Outcome } from "../../src/contract/outcome.ts";
import { givenTask, typedTask } from "./read-line.ts";

/** What is typed after `/forge-agent `, and the task that every byte of must reach the model. */
const typed: readonly (readonly [line: string, task: string])[] = [
  // One blank separates; nothing else is touched.
  ["run reviewer task", "task"],
  ["run reviewer  task", " task"],
  ["run reviewer\ttask", "task"],
  ["run reviewer\ntask", "task"],
  ["run reviewer \n task", "\n task"],
  ["run reviewer task ", "task "],
  ["run reviewer task \n", "task \n"],
  ["run reviewer one  two\tthree", "one  two\tthree"],
  ["  run   reviewer task", "task"],
  ["run reviewer a\r\nb", "a\r\nb"],
  ["run reviewer line one\n\n  line two\n", "line one\n\n  line two\n"],
  // Quotes are the task's own.
  ['run reviewer "quoted"', '"quoted"'],
  ["run reviewer 'quoted'", "'quoted'"],
  ['run reviewer "open', '"open'],
  ['run reviewer say "it\'s"', 'say "it\'s"'],
  ["run reviewer `code`", "`code`"],
  ['run reviewer ""', '""'],
  ["run reviewer \\", "\\"],
  ["run reviewer C:\\temp\\new", "C:\\temp\\new"],
  ["run reviewer $HOME $(ls) $1", "$HOME $(ls) $1"],
  // Leading characters that mean something elsewhere.
  ["run reviewer - item", "- item"],
  ["run reviewer -", "-"],
  ["run reviewer -v is unclear", "-v is unclear"],
  ["run reviewer @src/lock.ts", "@src/lock.ts"],
  ["run reviewer /help", "/help"],
  ["run reviewer !ls", "!ls"],
  ["run reviewer # heading", "# heading"],
  ["run reviewer ~/x", "~/x"],
  ["run reviewer *", "*"],
  ["run reviewer run reviewer", "run reviewer"],
  // `--` ends the options, once.
  ["run reviewer -- --model is broken", "--model is broken"],
  ["run reviewer -- --", "--"],
  ["run reviewer -- -- x", "-- x"],
  ["run reviewer --  x", " x"],
  ["run reviewer --\nx", "x"],
  ["run reviewer -- ", ""],
  ["run reviewer --", ""],
  ["run reviewer", ""],
  ["run reviewer ", ""],
  // Options come before the task and never out of it.
  ["run reviewer -- why does --model fail", "why does --model fail"],
  ["run reviewer x -- y", "x -- y"],
  ["run reviewer x --yes", "x --yes"],
  ["run reviewer x (--private)", "x (--private)"],
  ['run reviewer "why does --model fail"', '"why does --model fail"'],
  ["run reviewer --private x", "x"],
  ["run reviewer --private -- --private", "--private"],
  ["run reviewer --model a/b x", "x"],
  ["run reviewer --model=a/b x", "x"],
  ["run reviewer --model a/b  x", " x"],
  ["run reviewer --model=a/b -- --model=c/d", "--model=c/d"],
  ["run reviewer --timeout-ms 5000 --backend b 1000", "1000"],
  ["run reviewer --timeout-ms=5000\nx", "x"],
  // Any script, any sign.
  ["run reviewer überprüfe", "überprüfe"],
  ["run reviewer 検査して", "検査して"],
  ["run reviewer راجع", "راجع"],
  ["run reviewer 👩‍🔧 fix", "👩‍🔧 fix"],
  ["run reviewer e\u0301", "e\u0301"],
  ["run reviewer a\u0000b", "a\u0000b"],
  ["run reviewer \u202eevil", "\u202eevil"],
  ["run reviewer \ud800", "\ud800"],
  ["run reviewer {{task}}", "{{task}}"],
  ["run reviewer __proto__", "__proto__"],
  ["plan reviewer task", "task"],
  ["run project:reviewer task", "task"],
];

/** Words as a shell hands them over, and the task. */
const given: readonly (readonly [args: readonly string[], task: string])[] = [
  [["task"], "task"],
  [["one", "two"], "one two"],
  [["one two"], "one two"],
  [["one", "", "two"], "one  two"],
  [["", "x"], " x"],
  [["x", ""], "x "],
  [["a\nb"], "a\nb"],
  [[" a "], " a "],
  [["-"], "-"],
  [["-x", "y"], "-x y"],
  [["@a", "/b"], "@a /b"],
  [["--", "--yes"], "--yes"],
  [["--", "--"], "--"],
  [["--", "--json", "--", "x"], "--json -- x"],
  [["--", ""], ""],
  [["--", "-"], "-"],
  [["--yes", "x"], "x"],
  [["--yes", "--json", "--", "x", "--yes"], "x --yes"],
  [["--model", "a/b", "x"], "x"],
  [["--model=a/b/c", "x"], "x"],
  [["--cwd", "--", "x"], "x"],
  [["--cwd=--", "--", "x"], "x"],
  [["why does --model fail"], "why does --model fail"],
  [["why", "--private"], "why --private"],
  [["\u{1f600}"], "\u{1f600}"],
  [['"x"'], '"x"'],
];

describe("the exact task", () => {
  test("the tables hold at least sixty lines", () => {
    expect(typed.length + given.length).toBeGreaterThanOrEqual(60);
  });

  test.each(typed)("typed %j is the task %j", (text, task) => {
    expect(typedTask(text)).toBe(task);
  });

  test.each(given)("given %j is the task %j", (args, task) => {
    expect(givenTask("run", "reviewer", ...args)).toBe(task);
  });

  test("any text survives after -- , typed and given", () => {
    const text = fc.oneof(
      fc.string({ unit: "binary" }),
      fc.string(),
      fc.array(fc.constantFrom("--", " ", "\n", '"', "a")).map((parts) => parts.join("")),
    );
    fc.assert(
      fc.property(text, (task) => {
        expect(typedTask(`run reviewer -- ${task}`)).toBe(task);
        expect(givenTask("run", "reviewer", "--", task)).toBe(task);
      }),
      { numRuns: 500 },
    );
  });

  test("any text that does not begin with -- survives without it, or is refused for an option in it", () => {
    const words = fc.array(fc.constantFrom("--model", "--private", "--json=x", "-- ", " ", "a", '"', "\n"));
    const text = fc.oneof(
      fc.string({ unit: "binary" }),
      words.map((parts) => parts.join("")),
    );
    const kept = (outcome: Outcome<CommandLine>) => (outcome.ok ? outcome.value.task : outcome.diagnostics);
    fc.assert(
      fc.property(
        text.filter((each) => !/^\s*--/.test(each)),
        (task) => {
          const refused = [expect.objectContaining({ code: "command.option-in-task" })];
          const isTyped = !/(?:^|\s)--(?:model|private)(?=[\s=]|$)/.test(task.replace(/"[^"]*"/g, '""'));
          expect(kept(parseTypedLine(`run reviewer ${task}`))).toEqual(isTyped ? task : refused);
          expect(givenTask("run", "reviewer", task)).toBe(task);
        },
      ),
      { numRuns: 500 },
    );
  });

  test.each([
    ["run reviewer look --private", "--private"],
    ["run reviewer why does --model fail", "--model"],
    ["run reviewer look --timeout-ms=5000 twice", "--timeout-ms"],
    ['run reviewer "look" --private', "--private"],
  ])("typed %j is refused for its %s, which -- makes a part of the task", (text, name) => {
    expect(parseTypedLine(text).diagnostics).toMatchObject([{ code: "command.option-in-task", path: name }]);
    expect(typedTask(text.replace("reviewer", "reviewer --"))).toContain(name);
  });

  test("an option that a shell hands over after the task is refused, whatever it was for", () => {
    for (const option of ["--yes", "--json", "--model=a/b", "--timeout-ms", "--trust-project"]) {
      const refused = parseArguments(["run", "reviewer", "Look.", option, "5000"]);
      expect(refused.diagnostics).toMatchObject([{ code: "command.option-in-task" }]);
      expect(refused.diagnostics[0]?.message).toContain("before the task");
      expect(givenTask("run", "reviewer", "--", "Look.", option)).toBe(`Look. ${option}`);
    }
  });

  test("any words are joined with one blank", () => {
    fc.assert(
      fc.property(fc.array(fc.string()), (words) => {
        expect(givenTask("run", "reviewer", "--", ...words)).toBe(words.join(" "));
      }),
    );
  });
});
