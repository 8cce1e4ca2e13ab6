import { fstatSync } from "node:fs";
import type { Surroundings } from "./cli-reply.ts";
import type { CommandLine } from "./command-line.ts";

type Input = Surroundings["stdin"];

/** The line asks for what standard input holds. */
export function readsInput({ task, attachments }: Pick<CommandLine, "task" | "attachments">): boolean {
  return task === "-" || attachments.some(({ kind }) => kind === "input");
}

/** What to say where somebody pipes a text in and the line names no place for it. */
export function unreadInput(
  line: Pick<CommandLine, "verb" | "task" | "attachments">,
  stdin: Input,
): string | undefined {
  const takes = line.verb === "run" || line.verb === "plan";
  if (!takes || readsInput(line) || !mayHoldText(stdin)) return undefined;
  return "note: standard input was not read; --attach - attaches it";
}

/** Only looked at: what is read here would be missing to whoever reads on. A socket is how programs start others, with nothing in it. */
function mayHoldText({ fd, isTTY }: Input): boolean {
  if (isTTY || fd === undefined) return false;
  try {
    const input = fstatSync(fd);
    return input.isFIFO() || (input.isFile() && input.size > 0);
  } catch {
    // Closed: nothing is there.
    return false;
  }
}
