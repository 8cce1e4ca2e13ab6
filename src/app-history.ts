import { homedir } from "node:os";
import { isAbsolute, join, resolve } from "node:path";
import type { App } from "./app.ts";
import { filteredRuns, type HistoryFilters, historyTable, noRunYet } from "./app-history-list.ts";
import { runMarkdown } from "./app-history-markdown.ts";
import { runPages } from "./app-run-pages.ts";
import { statusNamed, statusWords } from "./app-run-words.ts";
import type { CommandLine } from "./command-line.ts";
import { commandName } from "./command-line-door.ts";
import { type Diagnostic, error } from "./contract/diagnostic.ts";
import { failure, type Outcome, success } from "./contract/outcome.ts";
import { createPrivate } from "./files/write-private.ts";
import type { History } from "./history/history.ts";
import type { StoredRun } from "./history/run-record.ts";
import { escapeLines, escapeText } from "./text/escape.ts";
import { counted } from "./text/format.ts";
import { jsonText } from "./text/json-text.ts";

export interface HistoryPlace {
  /** Real path of the project, from which a file name is read. */
  readonly cwd: string;
  /** Columns that a list may take. */
  readonly columns: number;
  readonly now: Date;
  /** To the clipboard of whoever asks. */
  readonly copy: (text: string) => Promise<Outcome<string>>;
  /** True when a person agrees; where nobody can be asked, naming what goes is enough. */
  readonly agrees: (question: string) => Promise<boolean>;
}

export type HistoryAnswer =
  | { readonly kind: "list"; readonly text: string; readonly data: object }
  | { readonly kind: "run"; readonly run: StoredRun }
  | { readonly kind: "done"; readonly text: string; readonly data: object };

/** What `history` was asked for: the list, one run, or something done with one. */
export async function answerHistory(app: App, line: CommandLine, place: HistoryPlace): Promise<Outcome<HistoryAnswer>> {
  const { argument, values, switches } = line;
  const command = commandName(app.door);
  const [file, forget] = [values.get("--export"), values.get("--forget")];
  const doing = [switches.has("--copy"), file !== undefined, forget !== undefined].filter((each) => each);
  if (doing.length > 1) return failure(atOnce);
  const narrowing = filterNames.filter((name) => values.has(name) || switches.has(name));
  if (narrowing.length > 0 && (doing.length > 0 || argument !== "")) return failure(onlyForList(narrowing));
  if (forget !== undefined)
    return argument === "" ? forgetRuns(app, forget, place) : failure(namedTwice(argument, command));
  if (argument === "" && doing.length === 0) return listRuns(app, line, place);
  const run = app.history.read(argument === "" ? "last" : argument);
  if (!run.ok) return isEmpty(app.history, run) ? failure(error("history.empty", noRunYet(command))) : run;
  if (file !== undefined) return exportRun(run.value, file, place.cwd);
  return switches.has("--copy") ? copyAnswer(run.value, place, command) : success({ kind: "run", run: run.value });
}

/** One run as a terminal prints it. */
export function runText(run: StoredRun): string {
  return runPages(run)
    .flatMap(({ name, text }) => [`=== ${name} ===`, ...escapeLines(text), ""])
    .join("\n");
}

function listRuns(app: App, line: CommandLine, place: HistoryPlace): Outcome<HistoryAnswer> {
  const filters = filtersFrom(line, place);
  if (!filters.ok) return filters;
  const found = filteredRuns(app.history, filters.value);
  const { runs, diagnostics } = found;
  return success({
    kind: "list",
    text: historyTable(found, place.columns, commandName(app.door)),
    data: { runs, diagnostics },
  });
}

function filtersFrom({ values, switches }: CommandLine, { cwd, now }: HistoryPlace): Outcome<HistoryFilters> {
  const [status, profile] = [values.get("--status"), values.get("--profile")];
  const [since, limit] = [values.get("--since")?.replace(/d$/, ""), values.get("--limit")];
  const named = status === undefined ? undefined : statusNamed(status);
  if (status !== undefined && named === undefined) return failure(noStatus(status));
  for (const [name, value] of [
    ["--since", since],
    ["--limit", limit],
  ] as const) {
    if (value !== undefined && !/^[1-9]\d{0,4}$/.test(value)) return failure(noNumber(name, value));
  }
  return success({
    ...(named === undefined ? {} : { status: named }),
    ...(profile === undefined ? {} : { profile }),
    ...(since === undefined ? {} : { since: now.getTime() - Number(since) * 86_400_000 }),
    ...(switches.has("--here") ? { cwd } : {}),
    limit: limit === undefined ? 50 : Number(limit),
  });
}

async function forgetRuns({ history }: App, which: string, { agrees }: HistoryPlace): Promise<Outcome<HistoryAnswer>> {
  const going = history.select(which);
  if (!going.ok) return going;
  const { length } = going.value;
  const runs = counted(length, "run");
  if (length === 0) return done("No run is that old; nothing was removed.", { forgotten: 0 });
  const named = length > 5 ? `${going.value.slice(0, 5).join(" ")} …` : going.value.join(" ");
  if (!(await agrees(`Forget ${runs} for good? (${named})`))) return done("Nothing was removed.", { forgotten: 0 });
  const gone = await history.forget(going.value);
  return gone.ok ? done(`Removed ${counted(gone.value, "run")}.`, { forgotten: gone.value }) : gone;
}

async function exportRun(run: StoredRun, name: string, cwd: string): Promise<Outcome<HistoryAnswer>> {
  const home = name.startsWith("~/") ? join(homedir(), name.slice(2)) : name;
  const file = isAbsolute(home) ? home : resolve(cwd, home);
  const written = await createPrivate(file, file.endsWith(".json") ? `${jsonText(run)}\n` : `${runMarkdown(run)}\n`);
  return written.ok
    ? done(`${run.id} is in ${escapeText(file)}, readable by you alone.`, { exported: run.id, file })
    : written;
}

async function copyAnswer(
  { id, response }: StoredRun,
  { copy }: HistoryPlace,
  command: string,
): Promise<Outcome<HistoryAnswer>> {
  const answer = response?.output?.text;
  if (answer === undefined) return failure(noAnswer(id, command));
  const copied = await copy(answer);
  return copied.ok ? done(`The answer of ${id} is ${copied.value}.`, { copied: id }) : copied;
}

function done(text: string, data: object): Outcome<HistoryAnswer> {
  return success({ kind: "done", text, data });
}

const filterNames: readonly string[] = ["--status", "--profile", "--since", "--here", "--limit"];

/** Least of all `--forget all` may look as if it were narrowed. */
function onlyForList(names: readonly string[]): Diagnostic {
  return error(
    "command.history",
    `${names.join(" ")} narrows the list and nothing else; leave it out, or name one run.`,
  );
}

const atOnce = error("command.history", "Use one of --copy, --export and --forget at a time.");

function isEmpty(history: History, { diagnostics }: Outcome<StoredRun>): boolean {
  return diagnostics.some(({ code }) => code === "history.unknown-run") && history.list().runs.length === 0;
}

function namedTwice(argument: string, command: string): Diagnostic {
  return error("command.history", `Say what goes after --forget alone: ${command} history --forget ${argument}`);
}

const endings = Object.values(statusWords).map((each) => each.replaceAll(" ", "-"));

function noStatus(status: string): Diagnostic {
  const message = `No run ends as "${status}"; use one of ${endings.join(", ")}.`;
  return error("command.history", message, "--status");
}

function noNumber(name: string, value: string): Diagnostic {
  return error("command.history", `${name} "${value}" is not a whole number from 1 to 99999.`, name);
}

function noAnswer(id: string, command: string): Diagnostic {
  return error("history.no-answer", `${id} has no answer to copy; ${command} history ${id} shows what there is.`);
}
