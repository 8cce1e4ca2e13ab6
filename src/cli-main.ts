import { realpathSync, statSync } from "node:fs";
import { resolve } from "node:path";
import type { TerminalApp } from "./app-in-terminal.ts";
import type { ReportVerb } from "./app-reports.ts";
import { delegationOf } from "./cli-delegation.ts";
import { exitCode, exitCodes, planObject, resultObject } from "./cli-output.ts";
import { type CommandLine, parseArguments } from "./command-line.ts";
import { type Diagnostic, error, withoutInfos } from "./contract/diagnostic.ts";
import { diagnosticLine } from "./contract/diagnostic-line.ts";
import { failure, type Outcome, success } from "./contract/outcome.ts";
import type { Delegation } from "./delegation.ts";
import { escapeLines } from "./text/escape.ts";
import { jsonText } from "./text/json-text.ts";

export interface Surroundings {
  readonly env: NodeJS.ProcessEnv;
  readonly stdin: NodeJS.ReadStream;
  readonly stdout: NodeJS.WriteStream;
  readonly stderr: NodeJS.WriteStream;
}

/** The terminal command. Results go to standard output, everything else to standard error; gives the exit code. */
export async function main(args: readonly string[], around: Surroundings): Promise<number> {
  if (args.length === 1 && ["--version", "-v"].includes(args[0] ?? "")) {
    const { version } = await import("./cli-version.ts");
    print(around, version());
    return exitCodes.completed;
  }
  const line = parseArguments(asksForHelp(args) ? ["help"] : args);
  if (!line.ok) return refuse(asksForJson(args), line.diagnostics, around);
  const json = line.value.switches.has("--json");
  const interrupted = new AbortController();
  const interrupt = () => interrupted.abort();
  process.on("SIGINT", interrupt);
  process.on("SIGTERM", interrupt);
  try {
    return await execute(line.value, json, around, interrupted.signal);
  } finally {
    process.off("SIGINT", interrupt);
    process.off("SIGTERM", interrupt);
  }
}

/** In place of a verb, or of what follows one. */
function asksForHelp(args: readonly string[]): boolean {
  return args.slice(0, 2).some((word) => word === "--help" || word === "-h");
}

/** Also where the line as a whole could not be read; what comes after `--` is the task. */
function asksForJson(args: readonly string[]): boolean {
  const end = args.indexOf("--");
  return (end < 0 ? args : args.slice(0, end)).includes("--json");
}

async function execute(line: CommandLine, json: boolean, around: Surroundings, signal: AbortSignal): Promise<number> {
  if (line.verb === "help") {
    const { help } = await import("./app-reports.ts");
    print(around, help("terminal"));
    return exitCodes.completed;
  }
  const cwd = directoryOf(line);
  if (!cwd.ok) return refuse(json, cwd.diagnostics, around);
  const delegation = await delegationOf(line, around, signal);
  if (signal.aborted) return aborted(json, around);
  if (!delegation.ok) return refuse(json, delegation.diagnostics, around);
  const { createTerminalApp } = await import("./app-in-terminal.ts");
  const pi = line.values.get("--pi");
  const opened = await createTerminalApp({
    cwd: cwd.value,
    env: around.env,
    ...(pi === undefined ? {} : { pi }),
    ...(line.overrides.model === undefined ? {} : { model: line.overrides.model }),
    trustProject: line.switches.has("--trust-project"),
    trustModules: line.switches.has("--trust-modules"),
    approved: line.switches.has("--yes"),
    stdin: around.stdin,
    stderr: around.stderr,
  });
  if (!opened.ok) return refuse(json, opened.diagnostics, around);
  try {
    return await perform(line, delegation.value, json, opened.value, around, signal);
  } finally {
    await opened.value.app.dispose();
  }
}

async function perform(
  line: CommandLine,
  delegation: Delegation,
  json: boolean,
  terminal: TerminalApp,
  around: Surroundings,
  signal: AbortSignal,
): Promise<number> {
  const { app, installation } = terminal;
  if (line.verb === "run" || line.verb === "plan") {
    say(around, `Pi ${installation.version} (${installation.foundBy})`);
    const model = await terminal.takeSessionModel(delegation, signal);
    if (signal.aborted) return aborted(json, around);
    if (!model.ok) return refuse(json, model.diagnostics, around);
  }
  switch (line.verb) {
    case "run":
      return run(delegation, json, terminal, around, signal);
    case "plan":
      return plan(delegation, json, terminal, around, signal);
    case "history": {
      const { historyInTerminal } = await import("./cli-history.ts");
      const shown = await historyInTerminal(app, line, around);
      if (!shown.ok) return refuse(json, shown.diagnostics, around);
      print(around, shown.value);
      return exitCodes.completed;
    }
    case "grants": {
      const { answerGrants } = await import("./app-grants-report.ts");
      const answer = answerGrants(app.grants, line.argument, app.door);
      if (!answer.ok) return refuse(json, answer.diagnostics, around);
      print(around, json ? app.grants.look() : answer.value);
      return exitCodes.completed;
    }
    case "init": {
      const { initInTerminal } = await import("./cli-init.ts");
      const ending = await initInTerminal(terminal, { ...around, agreed: line.switches.has("--yes") }, signal);
      for (const each of ending.diagnostics) say(around, diagnosticLine(each));
      if (json || ending.text !== "") print(around, json ? ending.data : ending.text);
      return signal.aborted ? exitCodes.cancelled : ending.code;
    }
    case "help":
    case "status":
    case "profiles":
    case "backends":
    case "config":
      return printReport(line.verb, json, terminal, around, signal);
  }
}

async function plan(
  delegation: Delegation,
  json: boolean,
  { app }: TerminalApp,
  around: Surroundings,
  signal: AbortSignal,
): Promise<number> {
  const { planText } = await import("./app-reports.ts");
  const shown = await app.plan(delegation, signal, (planned) =>
    json ? { ...planObject(planned.plan), diagnostics: planned.diagnostics } : planText(planned),
  );
  if (signal.aborted) return aborted(json, around);
  if (!shown.ok) return refuse(json, shown.diagnostics, around);
  print(around, typeof shown.value === "string" ? forReader(shown.value, around) : shown.value);
  return exitCodes.completed;
}

async function printReport(
  verb: ReportVerb,
  json: boolean,
  { app, sessionModel }: TerminalApp,
  around: Surroundings,
  signal: AbortSignal,
): Promise<number> {
  const { report } = await import("./app-reports.ts");
  const { reportData } = await import("./app-report-data.ts");
  if (verb === "status" || verb === "profiles") {
    const known = await sessionModel(signal);
    // What keeps the model from being known keeps profiles from running, and is shown with them.
    if (!known.ok && !json) for (const each of known.diagnostics) say(around, diagnosticLine(each));
  }
  const width = Math.min(100, around.stdout.columns ?? 80);
  print(
    around,
    json ? await reportData(app, verb, signal) : await report(app, verb, { door: "terminal", width, signal }),
  );
  return exitCodes.completed;
}

async function run(
  delegation: Delegation,
  json: boolean,
  { app }: TerminalApp,
  around: Surroundings,
  signal: AbortSignal,
): Promise<number> {
  const { terminalProgress } = await import("./app-progress-in-terminal.ts");
  const progress = terminalProgress(around.stderr, delegation.profile);
  const recorded = app.delegate(delegation, signal, progress.report).finally(progress.end);
  const { result, runId, diagnostics } = await recorded;
  if (result.kind === "refused") return refuse(json, result.diagnostics, around);
  const noted = result.kind === "ran" ? withoutInfos(result.diagnostics) : [];
  for (const each of [...noted, ...diagnostics]) say(around, diagnosticLine(each));
  if (json) print(around, { ...resultObject(result), ...(runId === undefined ? {} : { recordId: runId }) });
  else if (result.kind === "ran") printAnswer(result.response, around);
  else
    say(
      around,
      result.kind === "rejected"
        ? `Rejected${result.reason === "" ? "" : `: ${escapeLines(result.reason).join(" ")}`}; nothing was sent.`
        : `${result.kind}: nothing was sent.`,
    );
  if (runId !== undefined) say(around, `record: ${runId} in ${app.directories.history}`);
  return exitCode(result);
}

function printAnswer(
  response: { output?: { text: string }; status: string; error?: { code: string; message: string }; reason?: string },
  around: Surroundings,
): void {
  const answer = response.output?.text;
  if (answer !== undefined) print(around, forReader(answer, around));
  if (response.status === "completed") return;
  const why = response.error ? `${response.error.code}: ${response.error.message}` : (response.reason ?? "");
  say(around, escapeLines(`${response.status} ${why}`).join(" "));
}

/** A typing mistake here would otherwise surface as whatever first trips over it. */
function directoryOf(line: CommandLine): Outcome<string> {
  const given = line.values.get("--cwd") ?? ".";
  try {
    // As Pi gives it: a project has one path, whichever link leads to it.
    const directory = realpathSync(resolve(given));
    if (statSync(directory).isDirectory()) return success(directory);
  } catch {
    // It is not there, or may not be looked at, or the current directory was removed: no directory in any case.
  }
  return failure(error("command.cwd", `--cwd "${given}" is no directory; name the project's directory.`, "--cwd"));
}

function refuse(json: boolean, diagnostics: readonly Diagnostic[], around: Surroundings): number {
  for (const each of diagnostics) say(around, diagnosticLine(each));
  if (json) print(around, { status: "refused", diagnostics });
  return diagnostics.some(({ code }) => code === "approval.no-ui") ? exitCodes.notApproved : exitCodes.refused;
}

function aborted(json: boolean, around: Surroundings): number {
  say(around, "aborted: nothing was sent.");
  if (json) print(around, { status: "aborted" });
  return exitCodes.cancelled;
}

/** A terminal gets escapes for what could steer it; a file or a pipe gets a text as it is. */
function forReader(text: string, { stdout }: Surroundings): string {
  return stdout.isTTY ? escapeLines(text).join("\n") : text;
}

function print({ stdout }: Surroundings, what: string | object): void {
  stdout.write(`${typeof what === "string" ? what : jsonText(what)}\n`);
}

function say({ stderr }: Surroundings, sentence: string): void {
  stderr.write(`${sentence}\n`);
}
