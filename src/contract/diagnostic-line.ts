import { escapeText } from "../text/escape.ts";
import type { Diagnostic } from "./diagnostic.ts";

/** One line for a person: level, code, message, and where it was written. Safe for a terminal whatever it quotes. */
export function diagnosticLine({ level, code, message, path, file, line, column }: Diagnostic): string {
  const position = line === undefined ? "" : `:${line}${column === undefined ? "" : `:${column}`}`;
  const where = file === undefined ? path : `${file}${position}${path === undefined ? "" : ` ${path}`}`;
  return escapeText(`${level} ${code}: ${message}${where === undefined ? "" : ` (${where})`}`);
}
