import { escapeText } from "../text/escape.ts";
import type { Diagnostic } from "./diagnostic.ts";

/** One line for a person: level, code, message, and where it was written. Safe for a terminal whatever it quotes. */
export function diagnosticLine(diagnostic: Diagnostic): string {
  return `${escapeText(diagnostic.level)} ${withoutLevel(diagnostic)}`;
}

/** The same where the level stands before it already. */
export function withoutLevel({ code, message, path, file, line, column }: Diagnostic): string {
  const position = line === undefined ? "" : `:${line}${column === undefined ? "" : `:${column}`}`;
  const where = file === undefined ? path : `${file}${position}${path === undefined ? "" : ` ${path}`}`;
  return escapeText(`${code}: ${message}${where === undefined ? "" : ` (${where})`}`);
}
