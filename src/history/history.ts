import { lstatSync } from "node:fs";
import { join } from "node:path";
import { type Diagnostic, error } from "../contract/diagnostic.ts";
import { failure, type Outcome, success } from "../contract/outcome.ts";
import { withLock } from "../files/lock.ts";
import { type HistoryBounds, runDirectory } from "./run-directory.ts";
import { readRun, readSummary, runNumber, runPath, runText } from "./run-file.ts";
import type { RunRecord, RunSummary, StoredRun } from "./run-record.ts";
import { parseSelection } from "./select-runs.ts";

export interface HistoryOptions {
  /** Under Pi's directory, never in a project. */
  readonly directory: string;
  /** What is typed before `history`. */
  readonly command?: string;
  /** Asked anew for each run. */
  readonly bounds?: () => HistoryBounds;
  readonly now?: () => Date;
}

export interface History {
  /** Keeps one run and lets go of the oldest beyond the bounds; gives the new id, `r_41`. */
  record(run: RunRecord): Promise<Outcome<string>>;
  /** Newest first. A record that cannot be read is named and hides no other. */
  list(): { readonly runs: readonly RunSummary[]; readonly diagnostics: readonly Diagnostic[] };
  /** One run: `r_41`, `41`, or `last`. */
  read(which: string): Outcome<StoredRun>;
  /** The ids that a word means, newest first: those of `read`, `all`, or `30d` for what is older than thirty days. */
  select(which: string): Outcome<readonly string[]>;
  /** These runs are removed, as `select` gave them to be shown; gives how many there were of them. */
  forget(ids: readonly string[]): Promise<Outcome<number>>;
}

const day = 24 * 60 * 60 * 1000;

const usualBounds: HistoryBounds = { maxRuns: 200, maxBytes: 256_000_000 };

export function createHistory(options: HistoryOptions): History {
  const { directory, command = "forge-agent", bounds = () => usualBounds, now = () => new Date() } = options;
  const runs = runDirectory(directory);
  const { ids } = runs;
  const locked = <T>(work: () => Promise<Outcome<T>>) => withLock(join(directory, "history"), work);

  async function keep(run: RunRecord): Promise<Outcome<string>> {
    const kept = bounds();
    const number = runs.nextNumber();
    const id = `r_${number}`;
    if (runNumber(id) === undefined) return full(directory);
    const { text, diagnostics } = runText({ ...run, id }, kept.maxBytes);
    const written = await runs.write(number, text);
    if (!written.ok) return written;
    await runs.sweep(kept);
    return success(id, diagnostics);
  }

  async function forget(chosen: readonly string[]): Promise<Outcome<number>> {
    const named = new Set(chosen);
    const going = ids().filter((id) => named.has(id));
    const left: string[] = [];
    for (const id of going) if (!(await runs.remove(id))) left.push(id);
    return left.length === 0 ? success(going.length) : notForgotten(directory, left);
  }

  function selected(which: string): readonly string[] {
    const selection = parseSelection(which);
    switch (selection?.kind) {
      case undefined:
        return [];
      case "all":
        return ids();
      case "last":
        return ids().slice(0, 1);
      case "run":
        return ids().filter((id) => id === selection.id);
      case "older": {
        const before = now().getTime() - selection.days * day;
        return ids().filter((id) => endedAt(runPath(directory, id)) < before);
      }
    }
  }

  function select(which: string): Outcome<readonly string[]> {
    const found = selected(which);
    return found.length === 0 && (isOne(which) || !parseSelection(which)) ? unknownRun(which, command) : success(found);
  }

  return {
    record: (run) => locked(() => keep(run)),
    list() {
      const summaries = ids().map((id) => readSummary(runPath(directory, id)));
      return {
        runs: summaries.flatMap((each) => (each.ok ? [each.value] : [])),
        diagnostics: summaries.flatMap((each) => (each.ok ? [] : each.diagnostics)),
      };
    },
    select,
    read(which) {
      const [id] = isOne(which) ? selected(which) : [];
      if (id === undefined) return unknownRun(which, command);
      const run = readRun(runPath(directory, id));
      return !run.ok && run.diagnostics.some(({ code }) => code === "file.missing") ? unknownRun(which, command) : run;
    },
    forget: (chosen) => locked(() => forget(chosen)),
  };
}

function isOne(which: string): boolean {
  const kind = parseSelection(which)?.kind;
  return kind === "run" || kind === "last";
}

/** A damaged record is as old as its file. */
function endedAt(path: string): number {
  const summary = readSummary(path);
  return summary.ok ? Date.parse(summary.value.endedAt) : (lstatSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0);
}

function unknownRun(id: string, command: string): Outcome<never> {
  const message = `There is no run ${JSON.stringify(id.slice(0, 40))} in the history; ${command} history lists them.`;
  return failure(error("history.unknown-run", message));
}

/** A file of the highest number is not ours: we never get there. The run that was to be kept goes on without a record. */
function full(directory: string): Outcome<never> {
  const message = `The runs in "${directory}" are numbered as high as they can be; remove the file of the highest number and "last-id".`;
  return failure(error("history.full", message, { file: directory }));
}

function notForgotten(directory: string, ids: readonly string[]): Outcome<never> {
  const message = `${ids.join(", ")} cannot be removed from "${directory}"; check its permissions.`;
  return failure(error("history.not-forgotten", message, { file: directory }));
}
