/** One thing a person can know or fix. `code` is stable and tested; `path` names the field, `file` and `line` where it was written. */
export interface Diagnostic {
  readonly level: "error" | "warning" | "info";
  /** `noun.problem`, stable across versions. */
  readonly code: string;
  /** One sentence with the value in it and what to do. */
  readonly message: string;
  readonly path?: string;
  readonly file?: string;
  /** 1-based. */
  readonly line?: number;
  /** 1-based. */
  readonly column?: number;
}

type Where = Omit<Diagnostic, "level" | "code" | "message">;

export function error(code: string, message: string, where: string | Where = {}): Diagnostic {
  return diagnostic("error", code, message, where);
}

export function warning(code: string, message: string, where: string | Where = {}): Diagnostic {
  return diagnostic("warning", code, message, where);
}

export function info(code: string, message: string, where: string | Where = {}): Diagnostic {
  return diagnostic("info", code, message, where);
}

function diagnostic(level: Diagnostic["level"], code: string, message: string, where: string | Where): Diagnostic {
  return { level, code, message, ...(typeof where === "string" ? { path: where } : where) };
}

const levels = ["error", "warning", "info"] as const;

/** Errors, then warnings, then infos; of one level in the order given. */
export function worstFirst<Each extends Diagnostic>(diagnostics: readonly Each[]): Each[] {
  return diagnostics.toSorted((one, other) => levels.indexOf(one.level) - levels.indexOf(other.level));
}

/** What stands in the way or may surprise; an info is only worth knowing, and would distract from it. */
export function withoutInfos(diagnostics: readonly Diagnostic[]): Diagnostic[] {
  return diagnostics.filter(({ level }) => level !== "info");
}

export function hasErrors(diagnostics: readonly Diagnostic[]): boolean {
  return diagnostics.some((each) => each.level === "error");
}

/**
 * What a person reads of several reasons: one cause once, in its most exact words. That the run is refused, and a backend's own code
 * for what is wrong with a model, are for programs where the reason itself stands beside them.
 */
export function eachCauseOnce(diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
  const errors = diagnostics.filter(({ level }) => level === "error");
  const isExact = errors.some(({ code }) => code.startsWith("model."));
  const isRepeated = ({ level, code }: Diagnostic) => {
    if (level !== "error") return false;
    if (code === "preflight.rejected") return errors.length > 1;
    return isExact && /^(?!model\.)[^.]+\.(?:auth|model|thinking)$/.test(code);
  };
  return diagnostics.filter((each) => !isRepeated(each));
}
