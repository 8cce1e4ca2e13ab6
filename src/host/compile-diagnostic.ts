import type { Diagnostic } from "../contract/diagnostic.ts";

/** A diagnostic of a compilation; `itemId` names the stack item, where it is about one. */
export interface CompileDiagnostic {
  readonly level: Diagnostic["level"];
  readonly code: string;
  readonly message: string;
  readonly itemId?: string;
}

export const compileError = maker("error");
export const compileWarning = maker("warning");
export const compileInfo = maker("info");

function maker(level: Diagnostic["level"]) {
  return (code: string, message: string, itemId?: string): CompileDiagnostic => ({
    level,
    code,
    message,
    ...(itemId === undefined ? {} : { itemId }),
  });
}
