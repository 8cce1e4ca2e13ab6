import { lstatSync } from "node:fs";
import { homedir } from "node:os";
import { join, parse, sep } from "node:path";
import { error } from "../contract/diagnostic.ts";
import { failure, type Outcome, success } from "../contract/outcome.ts";
import { PathChanged, readChecked } from "./path-guard-open.ts";
import { deniedPatterns, type PathPattern, pathPattern, systemPlaces } from "./path-guard-patterns.ts";
import { canonicalPath, existingSpelling, resolveAsPi } from "./path-guard-resolve.ts";

export interface PathGuardOptions {
  /** The workspace; the only place that can be read unless `allowed` names another. */
  readonly root: string;
  /** Patterns that are refused besides the fixed ones. */
  readonly denied?: readonly string[];
  /** Opens what it names: a place outside the root, or something refused. It does not open what lies deeper and is refused by itself. */
  readonly allowed?: readonly string[];
  readonly home?: string;
  readonly agentDir?: string;
  readonly historyDirectory?: string;
  readonly maxFileBytes?: number;
}

export type PathKind = "file" | "directory" | "any";
export type RefusalCode =
  | "path.outside-root"
  | "path.denied"
  | "path.missing"
  | "path.not-regular"
  | "path.not-directory"
  | "path.unreadable"
  | "path.invalid";

export type PathCheck =
  | { readonly ok: true /** Canonical; the one to open. */; readonly path: string; readonly kind: "file" | "directory" }
  | {
      readonly ok: false;
      readonly code: RefusalCode /** One sentence for the model and the person. */;
      readonly reason: string;
    };

/** "Read-only" and this guard bound what the tools read; the process they run in keeps the user's rights. */
export interface PathGuard {
  readonly root: string;
  readonly deniedPatterns: readonly string[];
  readonly allowedPatterns: readonly string[];
  /** Takes what the model wrote, as Pi would. */
  check(path: string, kind: PathKind): PathCheck;
  /** Takes an absolute path by exactly its own characters. */
  checkExact(path: string, kind: PathKind): PathCheck;
  /** The pattern that refuses a path below the root by its name alone, for content that comes from somewhere else than the disk. */
  refusedName(pathBelowRoot: string): string | undefined;
  /** The content of a checked path; throws when it is no longer what was checked. */
  read(checkedPath: string): Buffer;
}

const defaultMaxFileBytes = 64 * 1024 * 1024;

export function createPathGuard(options: PathGuardOptions): Outcome<PathGuard> {
  const { home = homedir(), allowed = [], maxFileBytes = defaultMaxFileBytes } = options;
  const narrow = guardedRoot(options);
  if (!narrow.ok) return narrow;
  const root = narrow.value;
  const denied = deniedPatterns({ ...options, home });
  const rules = rulesFor(root, home, denied, allowed);
  return success({
    root,
    deniedPatterns: denied,
    allowedPatterns: allowed,
    check: (path, kind) => judged(path, () => existingSpelling(resolveAsPi(path, root, home)), kind, rules),
    checkExact: (path, kind) => judged(path, () => path, kind, rules),
    refusedName: (name) => denialOf(join(root, name), sep + name, rules),
    read: (path) => {
      const check = judged(path, () => path, "file", rules);
      if (!check.ok || check.path !== path)
        throw new PathChanged(check.ok ? `${path} leads elsewhere now.` : check.reason);
      return readChecked(path, maxFileBytes);
    },
  });
}

/** The canonical root. One that would hold the whole disk or the home directory is refused: `root.too-wide`. */
export function guardedRoot({ root, home = homedir() }: Pick<PathGuardOptions, "root" | "home">): Outcome<string> {
  const real = realPath(root);
  if (real === undefined) {
    return failure(error("root.missing", `The directory ${root} does not exist or cannot be entered.`, "root"));
  }
  if (real !== parse(real).root && !isWithin(realPath(home) ?? home, real)) return success(real);
  const message = `${real} holds the home directory or the whole disk; start in a project's own directory.`;
  return failure(error("root.too-wide", message, "root"));
}

interface Rules {
  readonly areas: readonly string[];
  readonly denied: readonly PathPattern[];
  readonly system: readonly PathPattern[];
  readonly allowed: readonly PathPattern[];
}

function rulesFor(root: string, home: string, denied: readonly string[], allowed: readonly string[]): Rules {
  // A place is refused, or allowed, under the name it was given and under the one its links lead to.
  const patterns = (texts: readonly string[]) =>
    texts.flatMap((text) => [...new Set([text, canonicalText(text, home)])].map((each) => pathPattern(each, home)));
  return {
    areas: [root, ...allowed.filter(isPlace).map((text) => canonicalText(text, home))],
    denied: patterns(denied),
    system: patterns(systemPlaces),
    allowed: patterns(allowed),
  };
}

function judged(asked: string, resolved: () => string, kind: PathKind, rules: Rules): PathCheck {
  if (asked.includes("\0")) return refused("path.invalid", "A path cannot hold a NUL character.");
  let canonical: ReturnType<typeof canonicalPath>;
  try {
    canonical = canonicalPath(resolved());
  } catch {
    return refused("path.unreadable", `"${asked}" cannot be resolved.`);
  }
  const { path, exists } = canonical;
  const area = rules.areas.filter((each) => isWithin(path, each)).sort((a, b) => b.length - a.length)[0];
  if (area === undefined) return refused("path.outside-root", `"${asked}" is outside the workspace.`);
  const denial = denialOf(path, path.slice(area.length), rules);
  if (denial !== undefined) return refused("path.denied", `"${asked}" is not readable here: it matches ${denial}.`);
  if (!exists) return refused("path.missing", `"${asked}" does not exist.`);
  return ofKind(asked, path, kind);
}

/** The denied pattern that stands, if any: an allowed one lifts it only when it names the same thing or something deeper. */
function denialOf(path: string, names: string, rules: Rules): string | undefined {
  const system = rules.system.find((pattern) => pattern.ends(path, names).length > 0);
  if (system) return system.text;
  const lifted = Math.max(-1, ...rules.allowed.flatMap((pattern) => pattern.ends(path, names)));
  return rules.denied.find((pattern) => pattern.ends(path, names).some((end) => end > lifted))?.text;
}

function ofKind(asked: string, path: string, kind: PathKind): PathCheck {
  try {
    const stat = lstatSync(path);
    if (stat.isDirectory()) {
      return kind === "file"
        ? refused("path.not-regular", `"${asked}" is a directory.`)
        : { ok: true, path, kind: "directory" };
    }
    if (!stat.isFile()) return refused("path.not-regular", `"${asked}" is not a regular file.`);
    return kind === "directory"
      ? refused("path.not-directory", `"${asked}" is not a directory.`)
      : { ok: true, path, kind: "file" };
  } catch {
    return refused("path.missing", `"${asked}" does not exist.`);
  }
}

function refused(code: RefusalCode, reason: string): PathCheck {
  return { ok: false, code, reason };
}

function realPath(path: string): string | undefined {
  try {
    const { path: real, exists } = canonicalPath(path);
    return exists && lstatSync(real).isDirectory() ? real : undefined;
  } catch {
    return undefined;
  }
}

function canonicalText(text: string, home: string): string {
  if (!isPlace(text)) return text;
  try {
    return canonicalPath(resolveAsPi(text, home, home)).path;
  } catch {
    return text;
  }
}

function isPlace(text: string): boolean {
  return text === "~" || text.startsWith("~/") || text.startsWith("/") || /^[A-Za-z]:[\\/]/.test(text);
}

function isWithin(path: string, area: string): boolean {
  return path === area || path.startsWith(area.endsWith(sep) ? area : area + sep);
}
