import { join } from "node:path";
import type { PathGuard } from "./path-guard.ts";

/** What is left of a tool's text after the guard has looked at every path in it. */
export interface FilteredLines {
  readonly lines: readonly string[];
  readonly leftOut: number;
}

/** Lines of `find`: one path each, relative to where it searched. */
export function filterFound(lines: readonly string[], searched: string, guard: PathGuard): FilteredLines {
  return kept(lines, (line) => guard.checkExact(join(searched, line), "any").ok);
}

/**
 * Lines of `grep`: `path:12: text`, or `path-12- text` around a match. A path may itself look like that, so every place where it could end
 * is tried: a line stays only if one of them is a readable file and none of them is a refused one.
 */
export function filterMatches(lines: readonly string[], searched: string, guard: PathGuard): FilteredLines {
  const seen = new Map<string, "readable" | "refused" | "none">();
  const verdict = (path: string) => {
    const known = seen.get(path);
    if (known !== undefined) return known;
    const check = guard.checkExact(join(searched, path), "file");
    const found = check.ok ? "readable" : check.code === "path.missing" ? "none" : "refused";
    seen.set(path, found);
    return found;
  };
  return kept(lines, (line) => {
    const verdicts = candidatePaths(line).map(verdict);
    return verdicts.includes("readable") && !verdicts.includes("refused");
  });
}

/** A match rather than a line around one. */
export function isMatchLine(line: string): boolean {
  return /([:-])\d+\1 /.exec(line)?.[1] === ":";
}

/** Splits what a tool said into its lines and the note in brackets that Pi puts at the end. */
export function linesAndNote(text: string): { readonly lines: readonly string[]; readonly note: string | undefined } {
  const lines = text.split("\n");
  const last = lines.at(-1) ?? "";
  if (lines.length >= 3 && lines.at(-2) === "" && last.startsWith("[") && last.endsWith("]")) {
    return { lines: lines.slice(0, -2), note: last };
  }
  return { lines, note: undefined };
}

/** One expression for `rg --glob` that leaves out every refused name, in any case of its letters. */
export function exclusionGlob(patterns: readonly string[], anyCase: (text: string) => string): string {
  const names = patterns.filter((pattern) => !/^([~/\\]|[A-Za-z]:)/.test(pattern));
  return `!**/{${names.map((name) => anyCase(name.replace(/[\\{},![\]?]/g, "\\$&"))).join(",")}}`;
}

function candidatePaths(line: string): readonly string[] {
  return Array.from(line.matchAll(/(?=([:-])\d+\1 )/g), (match) => line.slice(0, match.index)).filter(
    (path) => path !== "",
  );
}

function kept(lines: readonly string[], keep: (line: string) => boolean): FilteredLines {
  const remaining = lines.filter(keep);
  return { lines: remaining, leftOut: lines.length - remaining.length };
}
