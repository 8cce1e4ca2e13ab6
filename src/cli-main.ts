import { realpathSync, statSync } from "node:fs";
import { resolve } from "node:path";
import type { TerminalApp } from "./app-in-terminal.ts";
import type { ReportVerb } from "./app-reports.ts";
import { delegationOf } from "./cli-delegation.ts";
import { readsInput, unreadInput } from "./cli-input.ts";
import { keyboardOf } from "./cli-keyboard.ts";
import { exitCodes } from "./cli-output.ts";
import { commandReply, type Reply, type Surroundings } from "./cli-reply.ts";
import { type CommandLine, parseArguments } from "./command-line.ts";
import { error } from "./contract/diagnostic.ts";
import { failure, type Outcome, success } from "./contract/outcome.ts";
import type { Delegation } from "./delegation.ts";

/** The terminal command. Results go to standard output, everything else to standard error; gives the exit code. */
export async function main(args: readonly string[], around: Surroundings): Promise<number> {
  if (args.length === 1 && ["--version", "-v"].includes(args[0] ?? "")) {
    const { version } = await import("./cli-version.ts");
    commandReply(around, false).print(version());
    return exitCodes.completed;
  }
  const line = parseArguments(args);
  if (!line.ok) return commandReply(around, asksForJson(args)).refuse(line.diagnostics);
  const reply = commandReply(around, line.value.switches.has("--json"));
  const interrupted = new AbortController();
  const interrupt = () => interrupted.abort();
  process.on("SIGINT", interrupt);
  process.on("SIGTERM", interrupt);
  try {
    return await execute(line.value, reply, interrupted.signal);
  } finally {
    process.off("SIGINT", interrupt);
    process.off("SIGTERM", interrupt);
  }
}

/** Also where the line as a whole could not be read; what comes after `--` is the task. */
function asksForJson(args: readonly string[]): boolean {
  const end = args.indexOf("--");
  return (end < 0 ? args : args.slice(0, end)).includes("--json");
}

async function execute(line: CommandLine, reply: Reply, signal: AbortSignal): Promise<number> {
  const { around } = reply;
  if (line.verb === "help") {
    const { help } = await import("./app-reports.ts");
    reply.print(help("terminal"));
    return exitCodes.completed;
  }
  const cwd = directoryOf(line);
  if (!cwd.ok) return reply.refuse(cwd.diagnostics);
  const delegation = await delegationOf(line, around, signal);
  if (signal.aborted) return reply.aborted();
  if (!delegation.ok) return reply.refuse(delegation.diagnostics);
  const unread = unreadInput(line, around.stdin);
  if (unread !== undefined) reply.say(unread);
  const keyboard = keyboardOf(around, readsInput(line) && !line.switches.has("--yes"));
  try {
    return await answer(
      line,
      delegation.value,
      cwd.value,
      { ...reply, around: { ...around, stdin: keyboard.stdin } },
      signal,
    );
  } finally {
    keyboard.close();
  }
}

async function answer(
  line: CommandLine,
  delegation: Delegation,
  cwd: string,
  reply: Reply,
  signal: AbortSignal,
): Promise<number> {
  const { around } = reply;
  const { createTerminalApp } = await import("./app-in-terminal.ts");
  const pi = line.values.get("--pi");
  const opened = await createTerminalApp({
    cwd,
    env: around.env,
    ...(pi === undefined ? {} : { pi }),
    ...(line.overrides.model === undefined ? {} : { model: line.overrides.model }),
    trustProject: line.switches.has("--trust-project"),
    trustModules: line.switches.has("--trust-modules"),
    approved: line.switches.has("--yes"),
    stdin: around.stdin,
    stderr: around.stderr,
  });
  if (!opened.ok) return reply.refuse(opened.diagnostics);
  try {
    return await perform(line, delegation, opened.value, reply, signal);
  } finally {
    await opened.value.app.dispose();
  }
}

async function perform(
  line: CommandLine,
  delegation: Delegation,
  terminal: TerminalApp,
  reply: Reply,
  signal: AbortSignal,
): Promise<number> {
  const { app } = terminal;
  switch (line.verb) {
    case "run":
    case "plan": {
      const unable = await withoutModel(delegation, terminal, reply, signal);
      if (unable !== undefined) return unable;
      const { planInTerminal, runInTerminal } = await import("./cli-run.ts");
      return (line.verb === "run" ? runInTerminal : planInTerminal)(app, delegation, reply, signal);
    }
    case "history": {
      const { historyInTerminal } = await import("./cli-history.ts");
      return printed(await historyInTerminal(app, line, reply), reply);
    }
    case "grants": {
      const { answerGrants } = await import("./app-grants-report.ts");
      const answer = answerGrants(app.grants, line.argument, app.door);
      return printed(answer.ok && reply.json ? success(app.grants.look()) : answer, reply);
    }
    case "init": {
      const { initInTerminal } = await import("./cli-init.ts");
      const ending = await initInTerminal(terminal, { ...reply.around, agreed: line.switches.has("--yes") }, signal);
      reply.tell(ending.diagnostics);
      if (reply.json || ending.text !== "") reply.print(reply.json ? ending.data : ending.text);
      return signal.aborted ? exitCodes.cancelled : ending.code;
    }
    case "help":
    case "status":
    case "profiles":
    case "backends":
    case "config":
      return printReport(line.verb, terminal, reply, signal);
  }
}

/** The exit code where the model that a run needs cannot be had. */
async function withoutModel(
  delegation: Delegation,
  { installation, takeSessionModel }: TerminalApp,
  reply: Reply,
  signal: AbortSignal,
): Promise<number | undefined> {
  reply.say(`Pi ${installation.version} (${installation.foundBy})`);
  const model = await takeSessionModel(delegation, signal);
  if (signal.aborted) return reply.aborted();
  return model.ok ? undefined : reply.refuse(model.diagnostics);
}

function printed(answer: Outcome<string | object>, reply: Reply): number {
  if (!answer.ok) return reply.refuse(answer.diagnostics);
  reply.print(answer.value);
  return exitCodes.completed;
}

async function printReport(
  verb: ReportVerb,
  { app, sessionModel }: TerminalApp,
  reply: Reply,
  signal: AbortSignal,
): Promise<number> {
  const { report } = await import("./app-reports.ts");
  const { reportData } = await import("./app-report-data.ts");
  if (verb === "status" || verb === "profiles") {
    const known = await sessionModel(signal);
    // What keeps the model from being known keeps profiles from running, and is shown with them.
    if (!known.ok && !reply.json) reply.tell(known.diagnostics);
  }
  const width = Math.min(100, reply.around.stdout.columns ?? 80);
  reply.print(
    reply.json ? await reportData(app, verb, signal) : await report(app, verb, { door: "terminal", width, signal }),
  );
  return exitCodes.completed;
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
