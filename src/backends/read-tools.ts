import { relative } from "node:path";
import type { ExtensionContext, ToolDefinition } from "@mariozechner/pi-coding-agent";
import { createPathGuard, type PathGuard, type PathKind } from "./path-guard.ts";
import { listTool, readTool } from "./read-tools-files.ts";
import { findTool, grepTool } from "./read-tools-search.ts";

export interface ReadToolsOptions {
  /** The Pi that runs this process, where its package name may not lead to it. */
  readonly pi?: typeof import("@mariozechner/pi-coding-agent");
  /** What the tools are bound to; the process itself runs elsewhere. */
  readonly root: string;
  readonly denied: readonly string[];
  readonly allowed: readonly string[];
  /** Any of `read`, `grep`, `find`, `ls`. */
  readonly tools: readonly string[];
  /** A file whose content was handed to the model: below the root, or absolute where configuration opened a place outside. */
  readonly onRead: (path: string) => void;
  readonly onRefused: (path: string, reason: string) => void;
}

/** What each tool needs: Pi's factories, the guard, and the one way to let a path in. */
export interface ReadToolsScope {
  readonly pi: typeof import("@mariozechner/pi-coding-agent");
  readonly guard: PathGuard;
  /** The canonical path, or a throw whose message the model gets. */
  readonly admit: (path: string, kind: PathKind) => { readonly path: string; readonly kind: "file" | "directory" };
  /** Pi 1.x takes the directory from the context, Pi 0.73 from the factory. */
  readonly bound: (ctx: ExtensionContext) => ExtensionContext;
  readonly onRead: (path: string) => void;
}

/** Pi's own read tools for one root, every path of which passes the guard. Throws when the root cannot be guarded. */
export async function createReadTools(options: ReadToolsOptions): Promise<ToolDefinition[]> {
  const pi = options.pi ?? (await import("@mariozechner/pi-coding-agent"));
  const agentDir = pi.getAgentDir();
  const { root, denied, allowed } = options;
  const guard = createPathGuard({ root, denied, allowed, agentDir });
  if (!guard.ok) throw new Error(guard.diagnostics.map((each) => each.message).join(" "));
  const scope = scopeOf(pi, guard.value, options);
  const makers = new Map([
    ["read", readTool],
    ["grep", grepTool],
    ["find", findTool],
    ["ls", listTool],
  ]);
  return options.tools.map((name) => {
    const make = makers.get(name);
    if (!make) throw new Error(`"${name}" is not a read tool.`);
    return make(scope);
  });
}

function scopeOf(pi: ReadToolsScope["pi"], guard: PathGuard, { onRead, onRefused }: ReadToolsOptions): ReadToolsScope {
  return {
    pi,
    guard,
    admit: (path, kind) => {
      const check = guard.check(path, kind);
      if (check.ok) return check;
      onRefused(path, check.reason);
      throw new Error(check.reason);
    },
    bound: (ctx) => Object.create(ctx ?? null, { cwd: { value: guard.root, enumerable: true } }),
    onRead: (path) => {
      const below = relative(guard.root, path);
      onRead(below.startsWith("..") ? path : below);
    },
  };
}
