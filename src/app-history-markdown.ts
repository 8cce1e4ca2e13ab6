import { runPages } from "./app-run-pages.ts";
import { statusInWords } from "./app-run-words.ts";
import type { StoredRun } from "./history/run-record.ts";
import { escapeLines, escapeText } from "./text/escape.ts";

/** One run for somebody who has only this file. What is not plainly visible is an escape, and no text can end its block. */
export function runMarkdown(run: StoredRun): string {
  const parts = runPages(run).flatMap(({ name, text }) => [`## ${name}`, "", ...fenced(text), ""]);
  return [`# Run ${run.id}: ${escapeText(run.profileId)}, ${statusInWords(run.status)}`, "", ...parts].join("\n");
}

/** A block ends at a fence as long as the one it began with, so this one is longer than any row of backticks in the text. */
function fenced(text: string): string[] {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([ticks]) => ticks.length));
  const fence = "`".repeat(longest + 1);
  return [`${fence}text`, ...escapeLines(text), fence];
}
