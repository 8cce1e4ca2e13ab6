import { homedir } from "node:os";
import type { AgentToolResult, GrepToolDetails, ToolDefinition } from "@mariozechner/pi-coding-agent";
import { anyCaseGlob } from "./path-guard-patterns.ts";
import { resolveAsPi } from "./path-guard-resolve.ts";
import type { ReadToolsScope } from "./read-tools.ts";
import { exclusionGlob, filterFound, filterMatches, isMatchLine, linesAndNote } from "./read-tools-results.ts";

const defaultMatches = 100;
/** What may be refused afterwards must not use up the matches that were asked for. */
const spareMatches = 1_000;

/**
 * Pi's `grep`. Refused names are left out of the search itself; where the model gives a glob of its own, which Pi can only pass one of, they are
 * taken out of the result. Nothing is said about how many there were: a count would tell what is in them.
 */
export function grepTool(scope: ReadToolsScope): ToolDefinition {
  const { pi, guard } = scope;
  const operations = {
    isDirectory: (path: string) => scope.admit(path, "any").kind === "directory",
    readFile: (path: string) => guard.read(path).toString("utf8"),
  };
  const tool = pi.createGrepToolDefinition(guard.root, { operations });
  return pi.defineTool({
    ...tool,
    execute: async (id, params, signal, onUpdate, ctx) => {
      const { path, kind } = admitSearch(scope, params.path);
      const limit = Math.max(1, Math.floor(params.limit ?? defaultMatches));
      const excluded = params.glob === undefined && guard.allowedPatterns.length === 0;
      const search = excluded
        ? { ...params, path, limit, glob: exclusionGlob(guard.deniedPatterns, anyCaseGlob) }
        : { ...params, path, limit: Math.max(limit, spareMatches) };
      const result = await tool.execute(
        id,
        kind === "file" ? { ...params, path } : search,
        signal,
        onUpdate,
        scope.bound(ctx),
      );
      return kind === "file" ? result : withoutRefused(result, path, limit, scope);
    },
  });
}

/** Pi's `find`; refused paths are taken out of its result. */
export function findTool(scope: ReadToolsScope): ToolDefinition {
  const { pi, guard } = scope;
  const tool = pi.createFindToolDefinition(guard.root);
  return pi.defineTool({
    ...tool,
    execute: async (id, params, signal, onUpdate, ctx) => {
      const { path, kind } = admitSearch(scope, params.path);
      if (kind === "file") throw new Error(`"${params.path}" is not a directory.`);
      const result = await tool.execute(id, { ...params, path }, signal, onUpdate, scope.bound(ctx));
      const { lines, note } = linesAndNote(textOf(result));
      const { lines: found, leftOut } = filterFound(lines, path, guard);
      if (leftOut === 0) return result;
      return said(found.length === 0 ? "No files found matching pattern" : withNote(found, note));
    },
  });
}

function withoutRefused(
  result: AgentToolResult<GrepToolDetails | undefined>,
  searched: string,
  limit: number,
  { guard }: ReadToolsScope,
): AgentToolResult<GrepToolDetails | undefined> {
  const { lines, note } = linesAndNote(textOf(result));
  const { lines: readable, leftOut } = filterMatches(lines, searched, guard);
  const shown = upToMatches(readable, limit);
  if (leftOut === 0 && shown.length === readable.length) return result;
  if (shown.length === 0) return said("No matches found");
  const more = `[${limit} matches limit reached. Use limit=${limit * 2} for more, or refine pattern]`;
  return said(
    withNote(shown, shown.length < readable.length ? more : note && "[More matches than shown. Refine the pattern]"),
  );
}

function upToMatches(lines: readonly string[], limit: number): readonly string[] {
  let matches = 0;
  const end = lines.findIndex((line) => isMatchLine(line) && ++matches > limit);
  return end < 0 ? lines : lines.slice(0, end);
}

// ripgrep and fd open by path, after this check: what another process changes meanwhile is caught in their results, not before they look.
// Pi resolves the path once more. A directory whose canonical name it would take for another one cannot be searched.
function admitSearch(scope: ReadToolsScope, asked: string | undefined) {
  const admitted = scope.admit(asked ?? ".", "any");
  if (resolveAsPi(admitted.path, scope.guard.root, homedir()) !== admitted.path) {
    throw new Error(`"${asked}" has a name that cannot be searched.`);
  }
  return admitted;
}

function textOf(result: AgentToolResult<unknown>): string {
  return result.content.flatMap((part) => (part.type === "text" ? [part.text] : [])).join("\n");
}

function said(text: string): AgentToolResult<undefined> {
  return { content: [{ type: "text", text }], details: undefined };
}

function withNote(lines: readonly string[], note: string | undefined): string {
  return lines.join("\n") + (note ? `\n\n${note}` : "");
}
