/** A scalar or a list, as text. */
export type FrontMatterValue = string | readonly string[];

interface KeyLines {
  readonly key: string;
  readonly first: string;
  readonly more: string[];
}

/** Keys that begin a new entry wherever they stand at the beginning of a line, even inside a description's free text. */
const knownKeys = new Set([
  "name",
  "description",
  "tools",
  "disallowedTools",
  "model",
  "thinking",
  "effort",
  "maxTurns",
  "max_tool_calls",
  "systemPromptMode",
  "inheritProjectContext",
  "inheritSkills",
  "defaultContext",
  "defaultReads",
  "defaultProgress",
  "skills",
  "skill",
  "color",
  "permissionMode",
  "isolated",
  "acceptanceRole",
]);
const blockScalar = /^[|>][+-]?\d?[ \t]*$/;
const keyLine = /^([A-Za-z_][\w-]*)[ \t]*:(?:[ \t]+(.*))?$/;

/** For front matter that is no YAML: each known key up to the next one. A later key of the same name counts. */
export function readKeyByKey(head: string): { values: Map<string, FrontMatterValue>; repeated: string[] } {
  const values = new Map<string, FrontMatterValue>();
  const repeated = new Set<string>();
  for (const entry of splitKeys(head.split(/\r\n|\n|\r/))) {
    if (values.has(entry.key)) repeated.add(entry.key);
    values.set(entry.key, readValue(entry));
  }
  return { values, repeated: [...repeated] };
}

function splitKeys(lines: readonly string[]): KeyLines[] {
  const entries: KeyLines[] = [];
  for (const line of lines) {
    const [, key, first = ""] = keyLine.exec(line) ?? [];
    const current = entries.at(-1);
    if (key !== undefined && (knownKeys.has(key) || !current || !inFreeText(current)))
      entries.push({ key, first, more: [] });
    else current?.more.push(line);
  }
  return entries;
}

/** A description that already went on over more lines: `user: "…"` in an example is part of it and no key. */
function inFreeText({ key, first, more }: KeyLines): boolean {
  return key === "description" && more.length > 0 && !blockScalar.test(first);
}

function readValue({ key, first, more }: KeyLines): FrontMatterValue {
  if (blockScalar.test(first))
    return first.startsWith(">") ? folded(undented(more)) : undented(more).join("\n").trimEnd();
  const items = more
    .filter((line) => line.trim() !== "" && !line.startsWith("#"))
    .map((line) => /^\s*-\s+(.*)$/.exec(line)?.[1]);
  if (first.trim() === "" && items.length > 0 && items.every((item) => item !== undefined)) {
    return items.map((item) => unquoted(item));
  }
  const flow = /^\[(.*)\]$/.exec(first.trim());
  if (flow?.[1] !== undefined && more.every((line) => line.trim() === "")) {
    return flow[1]
      .split(",")
      .map(unquoted)
      .filter((item) => item !== "");
  }
  if (key === "description") return unquoted([first, ...more].join("\n"));
  const continued = more.filter((line) => /^[ \t]+[^\s#]/.test(line)).map((line) => line.trim());
  return unquoted([first, ...continued].join(" "));
}

function undented(lines: readonly string[]): string[] {
  const indents = lines.filter((line) => line.trim() !== "").map((line) => line.length - line.trimStart().length);
  const indent = Math.min(...indents, Number.MAX_SAFE_INTEGER);
  return lines.map((line) => line.slice(indent));
}

function folded(lines: readonly string[]): string {
  return lines
    .join("\n")
    .replace(/([^\n])\n(?=[^\n])/g, "$1 ")
    .trimEnd();
}

function unquoted(text: string): string {
  const trimmed = text.trim();
  const quote = trimmed[0];
  const whole = trimmed.length > 1 && (quote === '"' || quote === "'") && trimmed.endsWith(quote);
  return whole ? trimmed.slice(1, -1) : trimmed;
}
