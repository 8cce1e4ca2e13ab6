import type { Diagnostic } from "../contract/diagnostic.ts";

/** Misuse by code: of the runtime by a host, or of its callbacks by a backend. What a person can fix is an Outcome instead. */
export class ExecutionRuntimeError extends Error {
  override readonly name = "ExecutionRuntimeError";
  readonly code: string;
  readonly diagnostics: readonly Diagnostic[];

  constructor(code: string, message: string, diagnostics: readonly Diagnostic[] = []) {
    super(message);
    this.code = code;
    this.diagnostics = diagnostics;
  }
}
