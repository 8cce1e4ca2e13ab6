import { excerpt, TemplateError, type TemplateToken, tokenizeTemplate } from "./template-tokenize.ts";

export type TemplateNode =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "output"; readonly path: TemplatePath; readonly filters: readonly string[] }
  | {
      readonly kind: "if";
      readonly condition: TemplateCondition;
      readonly then: readonly TemplateNode[];
      readonly otherwise: readonly TemplateNode[];
    };
export type TemplatePath = readonly string[];
export type TemplateCondition =
  | { readonly kind: "truthy"; readonly path: TemplatePath }
  | { readonly kind: "equal" | "different"; readonly path: TemplatePath; readonly text: string };

const maxTemplateDepth = 64;

const segment = /^[A-Za-z_][A-Za-z0-9_-]*$/;
const comparison = /^([^=!"']+)(==|!=)\s*("(?:[^"\\]|\\[\s\S])*"|'(?:[^'\\]|\\[\s\S])*')$/;

/** Throws a TemplateError for text that is no template. */
export function parseTemplate(source: string): TemplateNode[] {
  const reader = { tokens: tokenizeTemplate(source), at: 0 };
  const nodes = parseUntil(reader, 0);
  const stray = reader.tokens[reader.at];
  if (stray) throw new TemplateError(`"{% ${excerpt(stray.text)} %}" stands outside an {% if … %}.`);
  return nodes;
}

interface Reader {
  readonly tokens: readonly TemplateToken[];
  at: number;
}

function parseUntil(reader: Reader, depth: number): TemplateNode[] {
  const nodes: TemplateNode[] = [];
  for (let token = reader.tokens[reader.at]; token; token = reader.tokens[reader.at]) {
    if (token.kind === "tag" && (token.text === "else" || token.text === "endif")) break;
    reader.at++;
    if (token.kind === "text") nodes.push({ kind: "text", text: token.text });
    else if (token.kind === "output") nodes.push(parseOutput(token.text));
    else nodes.push(parseIf(reader, token.text, depth + 1));
  }
  return nodes;
}

function parseIf(reader: Reader, tag: string, depth: number): TemplateNode {
  const condition = /^if(?=\s|$)([\s\S]*)$/.exec(tag)?.[1];
  if (condition === undefined) throw new TemplateError(`"{% ${excerpt(tag)} %}" is no tag; use if, else or endif.`);
  if (depth > maxTemplateDepth) throw new TemplateError(`Conditions are nested deeper than ${maxTemplateDepth}.`);
  const parsed = parseCondition(condition.trim());
  const then = parseUntil(reader, depth);
  const otherwise = takeTag(reader, "else") ? parseUntil(reader, depth) : [];
  if (!takeTag(reader, "endif")) throw new TemplateError(`"{% ${excerpt(tag)} %}" has no matching {% endif %}.`);
  return { kind: "if", condition: parsed, then, otherwise };
}

function takeTag(reader: Reader, name: string): boolean {
  const token = reader.tokens[reader.at];
  if (token?.kind !== "tag" || token.text !== name) return false;
  reader.at++;
  return true;
}

function parseCondition(text: string): TemplateCondition {
  const [, path, operator, quoted] = comparison.exec(text) ?? [];
  if (path === undefined || quoted === undefined) return { kind: "truthy", path: parsePath(text) };
  const kind = operator === "==" ? "equal" : "different";
  return { kind, path: parsePath(path), text: quoted.slice(1, -1).replace(/\\(["'\\])/g, "$1") };
}

function parseOutput(text: string): TemplateNode {
  const [path = "", ...filters] = text.split("|");
  const named = filters.map((filter) => filter.trim()).filter((filter) => filter !== "");
  return { kind: "output", path: parsePath(path), filters: named };
}

function parsePath(text: string): TemplatePath {
  const segments = text.split(".").map((each) => each.trim());
  if (segments.every((each) => segment.test(each))) return segments;
  throw new TemplateError(`"${excerpt(text.trim())}" is no path; use names joined by dots.`);
}
