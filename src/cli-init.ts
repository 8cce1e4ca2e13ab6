import { createInterface } from "node:readline/promises";
import type { TerminalApp } from "./app-in-terminal.ts";
import { initPlan, initText, writeInit } from "./app-init.ts";
import { initQuestion } from "./app-init-words.ts";
import { exitCodes } from "./cli-output.ts";
import { type Diagnostic, error, hasErrors } from "./contract/diagnostic.ts";
import { escapeText } from "./text/escape.ts";

export interface InitTerminal {
  readonly stdin: NodeJS.ReadStream;
  readonly stderr: NodeJS.WriteStream;
  /** `--yes` */
  readonly agreed: boolean;
}

/** How it ended, as the command prints it. */
export interface InitEnding {
  readonly code: number;
  readonly diagnostics: readonly Diagnostic[];
  readonly text: string;
  readonly data: object;
}

/** Shows on standard error what a first use would write, asks unless that was agreed to beforehand, and writes it. */
export async function initInTerminal(
  { app, sessionModel }: TerminalApp,
  { stdin, stderr, agreed }: InitTerminal,
  signal: AbortSignal,
): Promise<InitEnding> {
  const session = await sessionModel(signal);
  if (!session.ok) return unwritten(exitCodes.refused, session.diagnostics);
  const plan = initPlan({ directories: app.directories, ...session.value, now: new Date() });
  stderr.write(`${initText(plan)}\n`);
  if (plan.files.length > 0 && !agreed) {
    if (!stdin.isTTY || !stderr.isTTY) return unwritten(exitCodes.notApproved, [nobodyToAsk]);
    if (!(await agrees(initQuestion(plan, app), stdin, stderr, signal))) {
      return unwritten(exitCodes.notApproved, [error("init.declined", "Nothing was written.")]);
    }
  }
  const { value, diagnostics } = await writeInit(plan, app);
  const { kept } = plan;
  const failed = hasErrors(diagnostics);
  const lines = [...value.written.map((file) => `wrote ${file}`), ...kept.map((each) => `kept: ${each}`)];
  return {
    code: failed ? exitCodes.failed : exitCodes.completed,
    diagnostics,
    text: lines.map(escapeText).join("\n"),
    data: {
      status: failed ? "failed" : value.written.length > 0 ? "written" : "unchanged",
      ...value,
      kept,
      diagnostics,
    },
  };
}

function unwritten(code: number, diagnostics: readonly Diagnostic[]): InitEnding {
  return { code, diagnostics, text: "", data: { status: "refused", diagnostics } };
}

async function agrees(
  question: string,
  input: NodeJS.ReadStream,
  output: NodeJS.WriteStream,
  signal: AbortSignal,
): Promise<boolean> {
  const reader = createInterface({ input, output });
  try {
    const answer = await reader.question(`${question} [y/N] `, { signal });
    return /^y(?:es)?$/i.test(answer.trim());
  } catch {
    // Interrupted, or the input ended: nobody said yes.
    return false;
  } finally {
    reader.close();
  }
}

const nobodyToAsk = error("approval.no-ui", "There is nobody to ask, so nothing was written: add --yes to write it.");
