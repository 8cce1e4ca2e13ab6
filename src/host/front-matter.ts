import { isMap, parseDocument } from "yaml";
import { type Diagnostic, info, warning } from "../contract/diagnostic.ts";
import { canonicalKey } from "./front-matter-keys.ts";
import { type FrontMatterValue, readKeyByKey } from "./front-matter-lines.ts";

export interface FrontMatter {
  /** Everything as text: what a key means is decided by who reads it. A key without a value has the value "". */
  readonly values: ReadonlyMap<string, FrontMatterValue>;
  /** Exactly what follows the closing line. */
  readonly body: string;
  readonly diagnostics: readonly Diagnostic[];
}

type FrontMatterResult =
  | ({ readonly kind: "read" } & FrontMatter)
  | { readonly kind: "absent"; readonly body: string }
  | { readonly kind: "unclosed" };

const opening = /^(?:[ \t]*(?:\r\n|\n|\r))*---[ \t]*(?:\r\n|\n|\r|$)/;
const closing = /^(?:---|\.\.\.)[ \t]*(?:\r\n|\n|\r|$)/m;

/** Text between two `---` lines at the top, the second may be `...`. A byte order mark and blank lines before it do not count. */
export function readFrontMatter(text: string, file: string): FrontMatterResult {
  const source = text.startsWith("\uFEFF") ? text.slice(1) : text;
  const start = opening.exec(source);
  if (!start) return { kind: "absent", body: source };
  const rest = source.slice(start[0].length);
  const end = closing.exec(rest);
  if (!end) return { kind: "unclosed" };
  const head = rest.slice(0, end.index);
  const parsed = parseHead(head, file, start[0].split(/\r\n|\n|\r/).length - 1);
  // Two rules with prose between them are the beginning of a text, not front matter.
  if (parsed.values.size === 0 && head.trim() !== "") return { kind: "absent", body: source };
  return { kind: "read", ...parsed, body: rest.slice(end.index + end[0].length) };
}

type Entries = readonly (readonly [string, FrontMatterValue])[];

function parseHead(head: string, file: string, linesAbove: number): Pick<FrontMatter, "values" | "diagnostics"> {
  const yaml = readYaml(head);
  const { values, repeated } = byKey(yaml.entries ?? readKeyByKey(head));
  const diagnostics: Diagnostic[] = [];
  if (!yaml.entries) {
    const message = `The front matter of "${file}" is not valid YAML (${yaml.problem}); it was read key by key.`;
    diagnostics.push(info("agent.not-yaml", message, { file, line: yaml.line + linesAbove }));
  }
  for (const key of repeated) {
    const twice = `"${key}" is written more than once in "${file}"; keep one, the last one counts now.`;
    diagnostics.push(warning("agent.repeated-key", twice, { path: key, file }));
  }
  return { values, diagnostics };
}

/** Under one spelling each; a later one of the same key counts. */
function byKey(entries: Entries): { values: Map<string, FrontMatterValue>; repeated: Set<string> } {
  const values = new Map<string, FrontMatterValue>();
  const repeated = new Set<string>();
  for (const [written, value] of entries) {
    const key = canonicalKey(written);
    if (values.has(key)) repeated.add(key);
    values.set(key, value);
  }
  return { values, repeated };
}

type YamlResult =
  | { readonly entries: Entries }
  | { readonly entries?: undefined; readonly problem: string; readonly line: number };

/** Longer front matter is no longer worth a full parser; it is read by lines, which takes one pass. */
const maxYamlChars = 64 * 1024;

function readYaml(head: string): YamlResult {
  if (head.length > maxYamlChars) return { problem: "it is too long", line: 1 };
  try {
    const document = parseDocument(head, { schema: "failsafe", logLevel: "silent" });
    const [problem] = document.errors;
    if (problem)
      return { problem: problem.code.toLowerCase().replaceAll("_", " "), line: problem.linePos?.[0].line ?? 1 };
    if (document.contents === null) return { entries: [] };
    if (!isMap(document.contents)) return { problem: "it is no list of keys", line: 1 };
    // A Map, so that `__proto__` is a key like any other.
    const map: unknown = document.toJS({ mapAsMap: true, maxAliasCount: 10 });
    const entries = map instanceof Map ? [...map.entries()] : [];
    return { entries: entries.map(([key, value]) => [String(key), asText(value)]) };
  } catch {
    // Too many aliases and the like: whatever the parser cannot take is read by lines.
    return { problem: "it cannot be read", line: 1 };
  }
}

function asText(value: unknown): FrontMatterValue {
  if (value === null || value === undefined) return "";
  if (Array.isArray(value)) return value.map((each) => scalar(each));
  return scalar(value);
}

function scalar(value: unknown): string {
  if (typeof value !== "object" || value === null) return String(value ?? "");
  return JSON.stringify(value instanceof Map ? Object.fromEntries(value) : value) ?? "";
}
