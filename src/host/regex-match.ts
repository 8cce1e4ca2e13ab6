import { type Context, createContext, Script } from "node:vm";

/** A stack's expressions may take this long in one compilation, all together. */
const regexBudgetMs = 1_500;
/** One expression may match this often in one text. */
const maxRegexMatches = 100_000;

export interface RegexMatch {
  readonly index: number;
  readonly text: string;
  readonly captures: readonly (string | undefined)[];
  /** Undefined when the expression names no group. */
  readonly groups: ReadonlyMap<string, string | undefined> | undefined;
}

/** Why a rule's expression was stopped. */
export class RegexError extends Error {}

/** Finds matches; one matcher serves one compilation and throws a RegexError when its time is used up. */
export type RegexMatcher = (pattern: string, flags: string, text: string) => RegexMatch[];

const script = new Script(`(() => {
  const expression = new RegExp(pattern, flags);
  const found = [];
  for (;;) {
    const match = expression.exec(text);
    if (!match) break;
    if (found.length >= limit) return "too-many";
    found.push([match.index, [...match].map((each) => each ?? null), match.groups ? Object.entries(match.groups) : null]);
    if (!expression.global) break;
    if (match[0] === "") {
      const high = expression.unicode && (text.codePointAt(expression.lastIndex) ?? 0) > 0xffff;
      expression.lastIndex += high ? 2 : 1;
    }
  }
  return JSON.stringify(found);
})()`);

// Only a timer of node:vm can stop an expression that backtracks for ever; Pi and its screen share this thread.
export function regexMatcher(budgetMs: number = regexBudgetMs): RegexMatcher {
  let left = budgetMs;
  let context: Context | undefined;
  return (pattern, flags, text) => {
    if (left < 1) throw new RegexError("the time for regular expressions is used up");
    context ??= createContext(Object.create(null), { codeGeneration: { strings: false, wasm: false } });
    Object.assign(context, { pattern, flags, text, limit: maxRegexMatches });
    const started = performance.now();
    try {
      return readMatches(script.runInContext(context, { timeout: Math.ceil(left) }));
    } catch (cause) {
      if (isTimeout(cause)) throw new RegexError("it does not come to an end", { cause });
      throw cause;
    } finally {
      left -= performance.now() - started;
    }
  };
}

function isTimeout(cause: unknown): boolean {
  return (
    typeof cause === "object" && cause !== null && "code" in cause && cause.code === "ERR_SCRIPT_EXECUTION_TIMEOUT"
  );
}

/** Loading a stack names an expression that is none; compiling skips it. */
export function isExpression(pattern: string, flags = ""): boolean {
  if (!/^[gimsu]*$/.test(flags)) return false;
  try {
    return new RegExp(pattern, flags) instanceof RegExp;
  } catch {
    return false; // The loader says what is wrong with it.
  }
}

type Found = [index: number, texts: (string | null)[], groups: [string, string | undefined][] | null];

function readMatches(result: unknown): RegexMatch[] {
  if (typeof result !== "string" || result === "too-many")
    throw new RegexError(`it matches over ${maxRegexMatches} times`);
  const found: Found[] = JSON.parse(result);
  return found.map(([index, [text, ...captures], groups]) => ({
    index,
    text: text ?? "",
    captures: captures.map((each) => each ?? undefined),
    groups: groups ? new Map(groups) : undefined,
  }));
}
