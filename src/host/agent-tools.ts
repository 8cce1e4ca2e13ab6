import type { FrontMatterValue } from "./front-matter-lines.ts";

/** What a read-only child can have at most. */
export const readTools = ["read", "grep", "find", "ls"] as const;

/** Names of other hosts, in lower case, for the same tools. */
const toolNames = new Map([
  ["read", "read"],
  ["grep", "grep"],
  ["find", "find"],
  ["glob", "find"],
  ["ls", "ls"],
]);

interface GrantedTools {
  readonly granted: readonly string[];
  /** As written; none of them is ever granted. */
  readonly refused: readonly string[];
  /** Denied in part as written, and so taken away whole. */
  readonly deniedWhole: readonly string[];
}

/** No `tools` key means the four read tools; a key that names none of them means none. */
export function grantedTools(asked: FrontMatterValue | undefined, denied: FrontMatterValue | undefined): GrantedTools {
  const names = asked === undefined ? [...readTools] : toolList(asked);
  const others = names.filter((name) => !isEverything(name));
  const wanted = others.length < names.length ? [...readTools, ...others] : names;
  const unwanted = toolList(denied ?? "");
  const without = new Set(unwanted.flatMap((name) => (isEverything(name) ? readTools : (toolName(bare(name)) ?? []))));
  const granted = wanted.flatMap((name) => toolName(name) ?? []).filter((name) => !without.has(name));
  const refused = wanted.filter((name) => toolName(name) === undefined);
  const deniedWhole = unwanted.filter((name) => toolName(name) === undefined && toolName(bare(name)) !== undefined);
  return { granted: [...new Set(granted)], refused: [...new Set(refused)], deniedWhole: [...new Set(deniedWhole)] };
}

function isEverything(name: string): boolean {
  return name === "*" || name.toLowerCase() === "all";
}

/** `Read` of `Read(src/**)`: nothing here can deny a tool for some files only. */
function bare(name: string): string {
  return name.replace(/\(.*$/s, "").trim();
}

/** `Read(src/**)` is narrower than `read` and so is not the same tool. */
function toolName(name: string): string | undefined {
  return toolNames.get(name.toLowerCase());
}

/** Commas and blanks part names, but what stands in parentheses belongs to its name: `Bash(git diff:*, git log:*)`. */
function toolList(value: FrontMatterValue): string[] {
  const texts = typeof value === "string" ? [value] : value;
  return texts.flatMap((text) => text.match(/(?:\s*\([^)]*\)?|[^\s,;(])+/g) ?? []).map((name) => name.trim());
}
