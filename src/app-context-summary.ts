import { linesThatFit } from "./app-context-budget.ts";
import type { FileDiff, GitDiff } from "./backends/git-diff.ts";
import { counted } from "./text/format.ts";

/** One file of a diff, with what keeps its patch from being attached. */
export interface DiffEntry extends FileDiff {
  /** The pattern of the path guard that refuses its name. */
  readonly refusedBy?: string;
}

/** How much of an entry's patch is attached, where it is not all of it. */
export type Shortened = { readonly kept: "nothing" } | { readonly kept: "beginning" };

/** All files of a diff, one a line, with a mark where less than the whole is attached. Undefined where not even the head fits. */
export function diffSummary(
  diff: GitDiff,
  entries: readonly DiffEntry[],
  shortened: ReadonlyMap<DiffEntry, Shortened>,
  fits: (text: string) => boolean,
): string | undefined {
  const refused = entries.filter(({ refusedBy }) => refusedBy !== undefined).length;
  const head = [
    `${diff.title} (${diff.reference}): ${counted(entries.length, "changed file")}, ${counted(sum(entries, "added"), "line")} added, ${sum(entries, "deleted")} deleted.`,
    ...(shortened.size > 0
      ? [`There was no room for the whole patch: ${counted(shortened.size, "file")} marked below lack it or end early.`]
      : []),
    ...(refused > 0 ? [`The path guard withholds ${counted(refused, "file")}, marked below.`] : []),
    ...(diff.untracked.length > 0
      ? [`${counted(diff.untracked.length, "untracked file")}, content not attached: marked ?`]
      : []),
  ];
  const lines = [
    ...entries.map((entry) => entryLine(entry, shortened.get(entry))),
    ...diff.untracked.map((path) => `? ${spelled(path)}`),
  ];
  const list = linesThatFit(
    lines,
    (count) => `... and ${counted(count, "more file")}`,
    (text) => fits([...head, text].join("\n")),
  );
  return list === undefined ? undefined : [...head, list].join("\n");
}

function entryLine({ refusedBy, filter, ...file }: DiffEntry, shortened: Shortened | undefined): string {
  const name = file.oldPath === undefined ? spelled(file.path) : `${spelled(file.oldPath)} -> ${spelled(file.path)}`;
  const count = file.kind === "text" ? `+${file.added} -${file.deleted}` : file.kind;
  const marks = [
    ...(refusedBy === undefined ? [] : [`withheld: ${refusedBy}`]),
    ...(shortened === undefined ? [] : [shortened.kept === "nothing" ? "patch left out" : "patch cut off"]),
    ...(filter === undefined ? [] : [`filter ${spelled(filter)} not run`]),
  ];
  return `${file.status} ${name} ${count}${marks.map((mark) => ` [${mark}]`).join("")}`;
}

/** A name that could be read as something else is quoted. */
export function spelled(name: string): string {
  return /^[^\s"\\\p{C}](?:[^"\\\p{C}]*[^\s"\\\p{C}])?$/u.test(name) ? name : JSON.stringify(name);
}

function sum(entries: readonly DiffEntry[], what: "added" | "deleted"): number {
  return entries.reduce((total, entry) => total + entry[what], 0);
}
