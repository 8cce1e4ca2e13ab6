/*
 * One rule decides what a terminal may be given: a character that is not plainly visible is written as `\u{hex}`, a tab as `\t`.
 * A backslash that would read as such an escape is itself written as `\u{5c}`, so the shown text has exactly one meaning.
 */

/** Everything Unicode calls control, format, private, surrogate, unassigned, separator or ignorable, and blanks that are drawn as nothing. */
const hidden = /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800\u{16fe4}\u{1d159}]|(?! )\p{Zs}/u;
const plain = /^[\x20-\x5b\x5d-\x7e]*$/;
const mark = /\p{M}/u;
/** More marks than any script stacks on one base hide what is under them. */
const marksPerBase = 3;

/** Safe on one line, whatever it holds: line breaks are escaped too. `decodeEscaped` gives the original back. */
export function escapeText(text: string): string {
  if (plain.test(text)) return text;
  return escapeCharacters(text).text;
}

/** The lines of a text, each safe and complete: a blank at the end of a line would be invisible, so it is written as an escape. */
export function escapeLines(text: string): string[] {
  return text.split("\n").map((line) => visibleEnd(escapeText(line)));
}

/** The opposite of `escapeText`, and of `escapeLines` joined with line feeds. */
export function decodeEscaped(shown: string): string {
  return shown.replace(/\\(?:u\{([0-9a-f]{1,6})\}|t)/g, (_, hex: string | undefined) =>
    hex === undefined ? "\t" : String.fromCodePoint(Number.parseInt(hex, 16)),
  );
}

/** How many characters of a text are shown as escapes; line breaks, tabs and blanks at a line's end are not counted. */
export function countEscaped(text: string): number {
  let count = 0;
  for (const line of text.split("\n")) if (!plain.test(line)) count += escapeCharacters(line).count;
  return count;
}

function visibleEnd(line: string): string {
  return line.endsWith(" ") ? `${line.slice(0, -1)}${escapeOf(" ")}` : line;
}

export function escapeOf(character: string): string {
  return `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;
}

function escapeCharacters(text: string): { text: string; count: number } {
  let out = "";
  let count = 0;
  /** Marks on the current base; none may follow what is not a visible base, or it would be drawn over the frame. */
  let marks = marksPerBase;
  const add = (escaped: string, counted: boolean) => {
    out += escaped;
    if (counted) count += 1;
    marks = marksPerBase;
  };
  let at = 0;
  for (const character of text) {
    at += character.length;
    if (character === "\t") add("\\t", false);
    else if (character === "\\" && /^(?:u\{[0-9a-f]{1,6}\}|t)/.test(text.slice(at, at + 9))) add(escapeOf("\\"), true);
    else if (hidden.test(character)) add(escapeOf(character), true);
    else if (character === " ") add(" ", false);
    else if (!mark.test(character)) {
      out += character;
      marks = 0;
    } else if (marks >= marksPerBase) {
      out += escapeOf(character);
      count += 1;
    } else {
      out += character;
      marks += 1;
    }
  }
  return { text: out, count };
}
