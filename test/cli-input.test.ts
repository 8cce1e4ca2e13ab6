import { execFileSync } from "node:child_process";
import { closeSync, openSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { unreadInput } from "../src/cli-input.ts";
import type { Surroundings } from "../src/cli-reply.ts";
import { parseArguments } from "../src/command-line.ts";
import { temporaryDirectory } from "./files/temporary.ts";

type Input = Surroundings["stdin"];
const anInput = (fd: number, isTTY = false) => ({ fd, isTTY }) as Input;

function noteOf(args: readonly string[], input: Input): string | undefined {
  const line = parseArguments(args);
  if (!line.ok) throw new Error("The line cannot be read.");
  return unreadInput(line.value, input);
}

/** What the note is on standard input of this kind. */
function noteOn(kind: "pipe" | "file" | "empty file" | "/dev/null", args: readonly string[]): string | undefined {
  const path = kind === "/dev/null" ? kind : join(temporaryDirectory(), "input");
  if (kind === "pipe") execFileSync("mkfifo", [path]);
  else if (kind !== "/dev/null") writeFileSync(path, kind === "file" ? "text" : "");
  const fd = openSync(path, kind === "pipe" ? "r+" : "r");
  try {
    return noteOf(args, anInput(fd));
  } finally {
    closeSync(fd);
  }
}

const run = ["run", "reviewer", "Look."];
const note = "note: standard input was not read; --attach - attaches it";

test.each([
  ["pipe", run, note],
  ["pipe", ["plan", "reviewer"], note],
  ["file", run, note],
  ["pipe", ["run", "reviewer", "-"], undefined],
  ["pipe", ["run", "reviewer", "--attach", "-", "Look."], undefined],
  ["pipe", ["profiles"], undefined],
  ["empty file", run, undefined],
  ["/dev/null", run, undefined],
] as const)("a %s as standard input of %j: %s", (kind, args, said) => {
  expect(noteOn(kind, args)).toBe(said);
});

test("a terminal, a closed input and one without a number are no text that was left", () => {
  expect(noteOf(run, anInput(0, true))).toBeUndefined();
  expect(noteOf(run, anInput(9_999))).toBeUndefined();
  expect(noteOf(run, {} as Input)).toBeUndefined();
});
