import { lstatSync } from "node:fs";
import { join } from "node:path";
import { beginningThatFits, type ContextSource, type FittedSource } from "./app-context-budget.ts";
import { type DiffEntry, diffSummary, type Shortened, spelled } from "./app-context-summary.ts";
import type { GitDiff } from "./backends/git-diff.ts";
import type { PathGuard } from "./backends/path-guard.ts";
import { type Diagnostic, warning } from "./contract/diagnostic.ts";
import { itemBytes } from "./contract/product/context-envelope.ts";
import type { ContextItem } from "./contract/product/selected-context.ts";
import { counted } from "./text/format.ts";

/** Of a diff's share, at most this much lists its files. */
const maxSummaryBytes = 8 * 1024;
/** Less of a patch than this says nothing. */
const minBeginningBytes = 512;

interface DiffParts {
  readonly diff: GitDiff;
  /** Prefix of its items' ids. */
  readonly id: string;
  readonly entries: readonly DiffEntry[];
  readonly notes: readonly Diagnostic[];
}

/** A diff as a list of all its files, which is always there, and as much of the patch as there is room for. */
export function diffSource(diff: GitDiff, id: string, cwd: string, guard: PathGuard): ContextSource {
  const entries = diff.files.map((file): DiffEntry => {
    const [refusedBy] = [file.path, file.oldPath ?? file.path].flatMap((path) => guard.refusedName(path) ?? []);
    return refusedBy === undefined ? file : { ...file, refusedBy };
  });
  const attachable = entries.filter(({ refusedBy }) => refusedBy === undefined);
  const parts: DiffParts = { diff, id, entries, notes: [...unchanged(diff), ...withheld(diff, entries)] };
  const whole = wholeDiff(parts, attachable);
  return {
    name: diff.title,
    ...(whole === undefined ? {} : { whole }),
    fit: (maxBytes) => fitByFile(parts, byRelevance(attachable, cwd), maxBytes),
  };
}

function wholeDiff(parts: DiffParts, attachable: readonly DiffEntry[]): FittedSource | undefined {
  if (attachable.some(({ patch }) => patch === undefined)) return undefined;
  const summary = summaryItem(parts, new Map(), maxSummaryBytes);
  if (summary === undefined) return undefined;
  const text = attachable.map(({ patch }) => patch).join("");
  const patch = { ...base(parts, "patch"), text };
  return { items: text === "" ? [summary] : [summary, patch], diagnostics: parts.notes };
}

/** Whole files as long as they fit, of the first that does not its beginning. */
function fitByFile(parts: DiffParts, ranked: readonly DiffEntry[], maxBytes: number): FittedSource | undefined {
  const summaryRoom = Math.min(maxSummaryBytes, maxBytes);
  const nothing = new Map(ranked.map((entry): [DiffEntry, Shortened] => [entry, { kept: "nothing" }]));
  const worst = summaryItem(parts, nothing, summaryRoom);
  if (worst === undefined) return undefined;
  let room = maxBytes - itemBytes(worst);
  const texts = new Map<DiffEntry, string>();
  for (const entry of ranked) {
    const bytes = entry.patch === undefined ? Number.POSITIVE_INFINITY : itemBytes(fileItem(parts, entry, entry.patch));
    if (bytes > room) continue;
    texts.set(entry, entry.patch ?? "");
    nothing.delete(entry);
    room -= bytes;
  }
  const shortened = nothing;
  const [first] = shortened.keys();
  const beginning = first && beginningOf(parts, first, room);
  if (first && beginning !== undefined) {
    texts.set(first, beginning);
    shortened.set(first, { kept: "beginning" });
  }
  const summary = summaryItem(parts, shortened, itemBytes(worst)) ?? worst;
  const items = parts.entries.flatMap((entry) => {
    const text = texts.get(entry);
    return text === undefined ? [] : [fileItem(parts, entry, text)];
  });
  return { items: [summary, ...items], diagnostics: [...parts.notes, ...leftOut(parts, shortened)] };
}

/** Ends with a whole hunk where there is one. */
function beginningOf(parts: DiffParts, entry: DiffEntry, room: number): string | undefined {
  if (entry.patch === undefined || room < minBeginningBytes) return undefined;
  const beginning = beginningThatFits(entry.patch, room, (text) => fileItem(parts, entry, text));
  if (beginning === undefined) return undefined;
  const lastHunk = beginning.lastIndexOf("\n@@ ");
  return lastHunk > beginning.indexOf("\n@@ ") ? beginning.slice(0, lastHunk + 1) : beginning;
}

/** What people write before what programs write, and of that what was changed last. */
function byRelevance(entries: readonly DiffEntry[], cwd: string): readonly DiffEntry[] {
  const ranked = entries.map((entry) => ({
    entry,
    generated: generated.test(entry.path) || entry.kind === "binary",
    changed: lstatSync(join(cwd, entry.path), { throwIfNoEntry: false })?.mtimeMs ?? 0,
  }));
  return ranked
    .sort((a, b) => Number(a.generated) - Number(b.generated) || b.changed - a.changed)
    .map(({ entry }) => entry);
}

const generated =
  /(^|\/)(package-lock\.json|pnpm-lock\.yaml|go\.sum|[^/]+\.(lock|snap|map|min\.js|min\.css))$|(^|\/)(dist|build|vendor|node_modules)\//;

function base({ diff, id }: DiffParts, part: string) {
  const provenance = { source: diff.title, reference: diff.reference };
  return { id: `${id}-${part}`, kind: "resource-excerpt" as const, required: true, provenance };
}

function fileItem(parts: DiffParts, entry: DiffEntry, text: string): ContextItem {
  const item = base(parts, `file-${parts.entries.indexOf(entry) + 1}`);
  return { ...item, text, provenance: { source: parts.diff.title, reference: spelled(entry.path) } };
}

function summaryItem(
  parts: DiffParts,
  shortened: ReadonlyMap<DiffEntry, Shortened>,
  maxBytes: number,
): ContextItem | undefined {
  const item = { ...base(parts, "summary"), kind: "summary" as const };
  const fits = (text: string) => itemBytes({ ...item, text }) <= maxBytes;
  const text = diffSummary(parts.diff, parts.entries, shortened, fits);
  return text === undefined ? undefined : { ...item, text };
}

/** What git does not follow may be just what was meant. */
function unchanged({ title, files, untracked }: GitDiff): readonly Diagnostic[] {
  if (files.length > 0) return [];
  const message = `${title} shows no changed file; of ${counted(untracked.length, "untracked file")} only the name is attached: git add -N includes what is new.`;
  return [warning("attachment.empty", message, "attachments")];
}

function withheld(diff: GitDiff, entries: readonly DiffEntry[]): readonly Diagnostic[] {
  const refused = entries.filter(({ refusedBy }) => refusedBy !== undefined);
  if (refused.length === 0) return [];
  const message = `${diff.title} changes ${named(refused)}, which the path guard withholds (${refused[0]?.refusedBy}); allowPaths opens it.`;
  return [warning("attachment.withheld", message, "attachments")];
}

function leftOut({ diff, entries }: DiffParts, shortened: ReadonlyMap<DiffEntry, Shortened>): readonly Diagnostic[] {
  if (shortened.size === 0) return [];
  const what = `${shortened.size} of ${counted(entries.length, "file")}`;
  const message = `${diff.title} does not fit: the patch of ${what} is left out or cut (${named([...shortened.keys()])}); attach less, or raise contextMaxBytes.`;
  return [warning("attachment.left-out", message, "attachments")];
}

function named(entries: readonly DiffEntry[]): string {
  const names = entries.slice(0, 3).map(({ path }) => spelled(path));
  return entries.length > 3 ? `${names.join(", ")} and ${entries.length - 3} more` : names.join(", ");
}
