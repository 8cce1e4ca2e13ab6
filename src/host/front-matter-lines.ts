import { canonicalKey, isKnownKey } from "./front-matter-keys.ts";

/** A scalar or a list, as text. */
export type FrontMatterValue = string | readonly string[];

interface KeyLines {
  readonly key: string;
  readonly first: string;
  readonly more: string[];
}

const blockScalar = /^[|>][+-]?\d?[ \t]*$/;
const keyLine = /^([A-Za-z_][\w-]*)[ \t]*:(?:([ \t]*)(.*))?$/;

/** For front matter that is no YAML: each key up to the next one, in their order. */
export function readKeyByKey(head: string): (readonly [string, FrontMatterValue])[] {
  return splitKeys(head.split(/\r\n|\n|\r/)).map((entry) => [entry.key, readValue(entry)]);
}

function splitKeys(lines: readonly string[]): KeyLines[] {
  const entries: KeyLines[] = [];
  for (const line of lines) {
    const { key, first } = keyOf(line);
    const current = entries.at(-1);
    if (key !== undefined && (isKnownKey(key) || !current || !inFreeText(current)))
      entries.push({ key, first, more: [] });
    else current?.more.push(line);
  }
  return entries;
}

/** `tools:Read` is what a hand writes for `tools: Read`; with a word nobody uses as a key, as in `https://`, it is text. */
function keyOf(line: string): { readonly key?: string; readonly first: string } {
  const [, key, blank = "", first = ""] = keyLine.exec(line) ?? [];
  return key !== undefined && (blank !== "" || first === "" || isKnownKey(key)) ? { key, first } : { first };
}

/** A description that already went on over more lines: `user: "…"` in an example is part of it and no key. */
function inFreeText({ key, first, more }: KeyLines): boolean {
  return canonicalKey(key) === "description" && more.length > 0 && !blockScalar.test(first);
}

function readValue({ key, first, more }: KeyLines): FrontMatterValue {
  if (blockScalar.test(first))
    return first.startsWith(">") ? folded(undented(more)) : undented(more).join("\n").trimEnd();
  const items = more
    .filter((line) => line.trim() !== "" && !line.startsWith("#"))
    .map((line) => /^\s*-\s+(.*)$/.exec(uncommented(line))?.[1]);
  if (first.trim() === "" && items.length > 0 && items.every((item) => item !== undefined)) {
    return items.map((item) => unquoted(item));
  }
  const flow = /^\[(.*)\]$/.exec(uncommented(first).trim());
  if (flow?.[1] !== undefined && more.every((line) => line.trim() === "")) {
    return flow[1]
      .split(",")
      .map(unquoted)
      .filter((item) => item !== "");
  }
  if (canonicalKey(key) === "description") return unquoted([first, ...more].join("\n"));
  const continued = more.filter((line) => /^[ \t]+[^\s#]/.test(line)).map((line) => uncommented(line).trim());
  return unquoted([uncommented(first), ...continued].join(" "));
}

/** Without what YAML takes for a comment; a quoted value keeps its signs. */
function uncommented(line: string): string {
  const [quoted = ""] = /^\s*(?:-\s+)?(?:"[^"]*"|'[^']*')/.exec(line) ?? [];
  return quoted + line.slice(quoted.length).replace(/(?:^|\s)#.*$/, "");
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
