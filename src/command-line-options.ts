import type { Tokens } from "./command-line-tokens.ts";
import type { Verb } from "./command-line-verbs.ts";
import { type Diagnostic, error } from "./contract/diagnostic.ts";
import { failure, type Outcome, success } from "./contract/outcome.ts";

export interface OptionDefinition {
  readonly name: string;
  /** Placeholder of the value; absent for a switch. */
  readonly value?: string;
  /** The value may be left out; a word after the option is its value only where it cannot be the beginning of a task. */
  readonly optional?: true;
  readonly summary: string;
  readonly where: "everywhere" | "pi" | "terminal";
  /** That take it there; every other refuses it. */
  readonly verbs: readonly Verb[];
}

export interface GivenOptions {
  readonly switches: ReadonlySet<string>;
  /** Of an option that is given twice, the last value. */
  readonly values: ReadonlyMap<string, string>;
  /** Every option in the order of the line. `taskBegins`: the word that was not taken for its value. */
  readonly all: readonly { readonly name: string; readonly value?: string; readonly taskBegins?: string }[];
  /** `--` was met. */
  readonly ended: boolean;
}

interface OptionsPlace {
  readonly known: readonly OptionDefinition[];
  /** What follows them. */
  readonly before: "profile" | "task";
  readonly unknown: (name: string) => Diagnostic;
}

/** Takes the options that come next; `--` ends them. */
export function takeOptions(tokens: Tokens, { known, before, unknown }: OptionsPlace): Outcome<GivenOptions> {
  const switches = new Set<string>();
  const values = new Map<string, string>();
  const all: { name: string; value?: string; taskBegins?: string }[] = [];
  let ended = false;
  for (let word = tokens.peek(); !ended && word?.startsWith("--"); word = tokens.peek()) {
    tokens.take();
    ended = word === "--";
    if (ended) continue;
    const equals = word.indexOf("=");
    const name = equals < 0 ? word : word.slice(0, equals);
    const option = known.find((each) => each.name === name);
    if (!option) return failure(unknown(name));
    const inline = equals < 0 ? undefined : word.slice(equals + 1);
    if (option.value === undefined && inline !== undefined) {
      return failure(error("command.option-value", `${name} takes no value.`, name));
    }
    if (option.value === undefined || (inline === undefined && option.optional && !isValue(tokens, before))) {
      switches.add(name);
      const next = tokens.peek() ?? "--";
      const isDoubtful = option.optional && before === "task" && !/^--|\s/.test(next);
      all.push({ name, ...(isDoubtful ? { taskBegins: next } : {}) });
      continue;
    }
    const value = inline ?? tokens.takeValue();
    if (value === undefined || value === "") {
      return failure(error("command.option-value", `${name} needs a value: ${name} ${option.value}`, name));
    }
    values.set(name, value);
    all.push({ name, value });
  }
  return success({ switches, values, all, ended });
}

/**
 * A range of commits by its form, or any word that another option follows, or that stands before a whole task in a shell's quotes:
 * a profile is followed by options, a task is not.
 */
function isValue(tokens: Tokens, before: "profile" | "task"): boolean {
  const [word = "", after = ""] = [tokens.peek(), tokens.peek(1)];
  if (word === "" || word.startsWith("--") || /\s/.test(word)) return false;
  if (/\.\.|[~^]|@\{|^@$|^HEAD$|^[0-9a-f]{7,64}$/.test(word)) return true;
  return before === "task" && (after.startsWith("--") || (/\s/.test(after) && tokens.peek(2) === undefined));
}
