import { expect, test } from "vitest";
import { commandReply } from "../src/cli-reply.ts";
import { error, warning } from "../src/contract/diagnostic.ts";
import { aShell } from "./support/a-shell.ts";

test("a result goes to standard output, and all that is said about it to standard error", () => {
  const shell = aShell();
  const reply = commandReply(shell.around, false);
  reply.print("the result");
  reply.say("a sentence");
  reply.tell([warning("stack.odd", "Odd.")]);
  expect(shell.written()).toEqual({ stdout: "the result\n", stderr: "a sentence\nwarning stack.odd: Odd.\n" });
});

test.each([
  ["host.trust", 2],
  ["approval.no-ui", 3],
])("a refusal with %s ends with code %i, and is the one JSON object where that was asked", (code, ending) => {
  const shell = aShell();
  const reasons = [error(code, "No.")];
  expect(commandReply(shell.around, true).refuse(reasons)).toBe(ending);
  expect(JSON.parse(shell.written().stdout)).toEqual({ status: "refused", diagnostics: reasons });
  expect(shell.written().stderr).toContain(code);
});

test("an aborted command prints no result but the object that was asked for", () => {
  const [plain, machine] = [aShell(), aShell()];
  expect(commandReply(plain.around, false).aborted()).toBe(130);
  expect(commandReply(machine.around, true).aborted()).toBe(130);
  expect(plain.written().stdout).toBe("");
  expect(JSON.parse(machine.written().stdout)).toEqual({ status: "aborted" });
});

test("a text from outside is escaped for a terminal and left alone for a pipe", () => {
  const [terminal, pipe] = [aShell({ isTTY: true }), aShell()];
  for (const { around } of [terminal, pipe]) commandReply(around, false).printText("\u001b[31mred\nnext");
  expect(terminal.written().stdout).toBe("\\u{1b}[31mred\nnext\n");
  expect(pipe.written().stdout).toBe("\u001b[31mred\nnext\n");
});
