import type { Diagnostic } from "../contract/diagnostic.ts";

/** The first check of the suite that a backend did not pass. */
export class ConformanceError extends Error {
  override readonly name = "ConformanceError";
  /** For example `execute-and-dispose`. */
  readonly check: string;
  /** A code: of the runtime, of the backend, or the status a run ended with. */
  readonly reason: string;
  readonly diagnostics: readonly Diagnostic[];

  constructor(check: string, reason: string, message: string, diagnostics: readonly Diagnostic[] = []) {
    super(`${check}: ${message} (${reason})`);
    this.check = check;
    this.reason = reason;
    this.diagnostics = diagnostics;
  }
}
