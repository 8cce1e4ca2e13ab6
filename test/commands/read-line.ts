import { type CommandLine, parseArguments, parseTypedLine } from "../../src/command-line.ts";
import type { Outcome } from "../../src/contract/outcome.ts";

export function line(outcome: Outcome<CommandLine>): CommandLine {
  if (!outcome.ok) throw new Error(outcome.diagnostics.map((each) => `${each.code} ${each.message}`).join("; "));
  return outcome.value;
}

export const codes = (outcome: Outcome<CommandLine>) => outcome.diagnostics.map((each) => each.code);
export const typedTask = (text: string) => line(parseTypedLine(text)).task;
export const givenTask = (...args: readonly string[]) => line(parseArguments(args)).task;
