import { exitCodes } from "./cli-output.ts";
import { type Diagnostic, eachCauseOnce } from "./contract/diagnostic.ts";
import { diagnosticLine } from "./contract/diagnostic-line.ts";
import { escapeLines } from "./text/escape.ts";
import { jsonText } from "./text/json-text.ts";

export interface Surroundings {
  readonly env: NodeJS.ProcessEnv;
  /** A file that is standard input has a number as well. */
  readonly stdin: NodeJS.ReadStream & { readonly fd?: number };
  readonly stdout: NodeJS.WriteStream;
  readonly stderr: NodeJS.WriteStream;
}

/** How one command answers: its result on standard output, everything else on standard error. */
export interface Reply {
  readonly around: Surroundings;
  /** The result is one JSON object. */
  readonly json: boolean;
  print(what: string | object): void;
  /** A text from outside: a terminal gets escapes for what could steer it, a file or a pipe the text as it is. */
  printText(text: string): void;
  say(sentence: string): void;
  tell(diagnostics: readonly Diagnostic[]): void;
  /** Gives the exit code, as `aborted` does. */
  refuse(diagnostics: readonly Diagnostic[]): number;
  aborted(): number;
}

export function commandReply(around: Surroundings, json: boolean): Reply {
  const { stdout, stderr } = around;
  const print = (what: string | object) => void stdout.write(`${typeof what === "string" ? what : jsonText(what)}\n`);
  const say = (sentence: string) => void stderr.write(`${sentence}\n`);
  const tell = (diagnostics: readonly Diagnostic[]) => {
    for (const each of eachCauseOnce(diagnostics)) say(diagnosticLine(each));
  };
  return {
    around,
    json,
    print,
    printText: (text) => print(stdout.isTTY ? escapeLines(text).join("\n") : text),
    say,
    tell,
    refuse(diagnostics) {
      tell(diagnostics);
      if (json) print({ status: "refused", diagnostics });
      return diagnostics.some(({ code }) => code === "approval.no-ui") ? exitCodes.notApproved : exitCodes.refused;
    },
    aborted() {
      say("aborted: nothing was sent.");
      if (json) print({ status: "aborted" });
      return exitCodes.cancelled;
    },
  };
}
