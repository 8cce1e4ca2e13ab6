/** A stretch of plain text, the inside of `{{ … }}`, or the inside of `{% … %}`. Insides are trimmed. */
export interface TemplateToken {
  readonly kind: "text" | "output" | "tag";
  readonly text: string;
}

/** Why a template cannot be read; the whole block is dropped. */
export class TemplateError extends Error {}

const opening = /\{\{|\{%/g;

/** Splits a template. Closing marks outside a tag and `{# … #}` are plain text. */
export function tokenizeTemplate(source: string): TemplateToken[] {
  const tokens: TemplateToken[] = [];
  let position = 0;
  while (position < source.length) {
    opening.lastIndex = position;
    const start = opening.exec(source)?.index ?? source.length;
    if (start > position) tokens.push({ kind: "text", text: source.slice(position, start) });
    if (start === source.length) break;
    const kind = source[start + 1] === "{" ? "output" : "tag";
    const end = kind === "output" ? source.indexOf("}}", start + 2) : endOfTag(source, start + 2);
    if (end < 0) throw new TemplateError(`"${excerpt(source, start)}" is never closed.`);
    tokens.push({ kind, text: source.slice(start + 2, end).trim() });
    position = end + 2;
  }
  return tokens;
}

// A quoted string in a condition may hold the closing mark.
function endOfTag(source: string, from: number): number {
  let quote = "";
  for (let at = from; at < source.length; at++) {
    const char = source[at];
    if (quote) {
      if (char === "\\") at++;
      else if (char === quote) quote = "";
    } else if (char === "%" && source[at + 1] === "}") return at;
    else if (char === '"' || char === "'") quote = char;
  }
  return -1;
}

export function excerpt(source: string, start = 0): string {
  const line = source.slice(start, start + 60).split("\n", 1)[0] ?? "";
  return line.length < source.length - start ? `${line}…` : line;
}
