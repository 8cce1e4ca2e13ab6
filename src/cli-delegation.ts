import { addAbortSignal } from "node:stream";
import { buffer } from "node:stream/consumers";
import { readsInput } from "./cli-input.ts";
import { type CommandLine, withInput } from "./command-line.ts";
import { error } from "./contract/diagnostic.ts";
import { failure, type Outcome, success } from "./contract/outcome.ts";
import type { Delegation } from "./delegation.ts";

interface Piped {
  readonly stdin: NodeJS.ReadStream;
  readonly stderr: NodeJS.WritableStream;
}

/** What the command line asks for; the task, or one attachment, may come from standard input. */
export async function delegationOf(line: CommandLine, piped: Piped, signal: AbortSignal): Promise<Outcome<Delegation>> {
  const inputIsTask = line.task === "-";
  const input = readsInput(line) ? await read(inputIsTask ? "task" : "attachment", piped, signal) : success("");
  if (!input.ok) return input;
  return success({
    asker: "terminal",
    profile: line.profile,
    task: inputIsTask ? input.value : line.task,
    overrides: line.overrides,
    attachments: withInput(line.attachments, input.value),
  });
}

async function read(
  what: "task" | "attachment",
  { stdin, stderr }: Piped,
  signal: AbortSignal,
): Promise<Outcome<string>> {
  const code = what === "task" ? "command.task" : "command.attach-input";
  if (stdin.isTTY) {
    return failure(error(code, `"-" reads the ${what} from standard input, but that is a terminal: pipe it in.`, what));
  }
  stderr.write(`reading the ${what} from standard input\n`);
  try {
    const bytes = await buffer(addAbortSignal(signal, stdin));
    return success(new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes));
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    return failure(
      error(code, `The ${what} on standard input cannot be read (${why}); pipe it in whole, as UTF-8.`, what),
    );
  }
}
