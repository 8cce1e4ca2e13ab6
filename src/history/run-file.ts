import { join } from "node:path";
import { type Diagnostic, error, warning } from "../contract/diagnostic.ts";
import { failure, type Outcome, success } from "../contract/outcome.ts";
import { readStart } from "../files/read-bytes.ts";
import { readText } from "../files/read-text.ts";
import { isStoredRun, isSummary, type RunSummary, type StoredRun, summaryOf } from "./run-record.ts";

// One file per run, two lines: the summary, so that a list reads only the start of each file, then the whole record.

const maxSummaryBytes = 64 * 1024;
const maxRecordBytes = 512 * 1024 * 1024;
const idPattern = /^r_([1-9][0-9]{0,8})$/;

/** 41 of `r_41`; undefined for anything else, so an id never names another file. */
export function runNumber(id: string): number | undefined {
  const digits = idPattern.exec(id)?.[1];
  return digits === undefined ? undefined : Number(digits);
}

export function runPath(directory: string, id: string): string {
  if (runNumber(id) === undefined) throw new Error(`"${id}" is no id of a run.`);
  return join(directory, `${id}.json`);
}

interface RunText {
  readonly text: string;
  readonly diagnostics: readonly Diagnostic[];
}

/** The first of three forms that fits: whole, without the transcript, or only what the list shows. */
export function runText(run: StoredRun, maxBytes: number): RunText {
  const { transcript: _, ...short } = run;
  const { plan: __, response: ___, ...bare } = { ...short, task: summaryOf(run).task };
  const whole = textOf(run);
  if (Buffer.byteLength(whole) <= maxBytes) return { text: whole, diagnostics: [] };
  const message = `The record of ${run.id} is larger than the history may be (${maxBytes} bytes) and was kept shortened.`;
  const shortened = textOf(short);
  const text = Buffer.byteLength(shortened) <= maxBytes ? shortened : textOf(bare);
  return { text, diagnostics: [warning("history.shortened", message)] };
}

function textOf(run: StoredRun): string {
  return `${JSON.stringify(summaryOf(run))}\n${JSON.stringify(run)}\n`;
}

export function readSummary(path: string): Outcome<RunSummary> {
  const start = readStart(path, maxSummaryBytes);
  if (!start.ok) return start;
  const [line = ""] = start.value.toString("utf8").split("\n", 1);
  const value = parsed(line);
  return isSummary(value) ? success(value) : damaged(path);
}

export function readRun(path: string): Outcome<StoredRun> {
  const text = readText(path, { maxBytes: maxRecordBytes });
  if (!text.ok) return text;
  const value = parsed(text.value.slice(text.value.indexOf("\n") + 1));
  return isStoredRun(value) ? success(value) : damaged(path);
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    // Undefined is no record; the caller names the file.
    return undefined;
  }
}

function damaged(path: string): Outcome<never> {
  return failure(
    error("history.damaged", `"${path}" is no readable record of a run; it is skipped, remove it.`, { file: path }),
  );
}
