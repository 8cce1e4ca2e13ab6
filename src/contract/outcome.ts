import { type Diagnostic, hasErrors } from "./diagnostic.ts";

/** A value, or the reasons why there is none. Warnings travel with the value. */
export type Outcome<T> =
  | { readonly ok: true; readonly value: T; readonly diagnostics: readonly Diagnostic[] }
  | { readonly ok: false; readonly diagnostics: readonly Diagnostic[] };

export function success<T>(value: T, diagnostics: readonly Diagnostic[] = []): Outcome<T> {
  return { ok: true, value, diagnostics };
}

/** At least one diagnostic is an error. */
export function failure<T = never>(...diagnostics: readonly Diagnostic[]): Outcome<T> {
  if (!hasErrors(diagnostics)) throw new Error("A failure needs at least one diagnostic of level error.");
  return { ok: false, diagnostics };
}
