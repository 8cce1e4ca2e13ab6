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
  /** Also valid for verbs without a task. */
  readonly general?: boolean;
  /** The one verb that takes it. */
  readonly only?: Verb;
}

export interface GivenOptions {
  readonly switches: ReadonlySet<string>;
  /** Of an option that is given twice, the last value. */
  readonly values: ReadonlyMap<string, string>;
  /** Every option in the order of the line. */
  readonly all: readonly { readonly name: string; readonly value?: string }[];
}

/** Takes the options before the task; `--` ends them. */
export function takeOptions(
  tokens: Tokens,
  known: readonly OptionDefinition[],
  unknown: (name: string) => Diagnostic,
): Outcome<GivenOptions> {
  const switches = new Set<string>();
  const values = new Map<string, string>();
  const all: { name: string; value?: string }[] = [];
  for (let word = tokens.peek(); word?.startsWith("--"); word = tokens.peek()) {
    tokens.take();
    if (word === "--") break;
    const equals = word.indexOf("=");
    const name = equals < 0 ? word : word.slice(0, equals);
    const option = known.find((each) => each.name === name);
    if (!option) return failure(unknown(name));
    const inline = equals < 0 ? undefined : word.slice(equals + 1);
    if (option.value === undefined && inline !== undefined) {
      return failure(error("command.option-value", `${name} takes no value.`, name));
    }
    if (option.value === undefined || (inline === undefined && option.optional && !isValue(tokens))) {
      switches.add(name);
      all.push({ name });
      continue;
    }
    const value = inline ?? tokens.takeValue();
    if (value === undefined || value === "") {
      return failure(error("command.option-value", `${name} needs a value: ${name} ${option.value}`, name));
    }
    values.set(name, value);
    all.push({ name, value });
  }
  return success({ switches, values, all });
}

/** A range of commits by its form, or any word that another option follows: a task is not followed by options. */
function isValue(tokens: Tokens): boolean {
  const [word = "", after = ""] = [tokens.peek(), tokens.peek(1)];
  if (word === "" || word.startsWith("--") || /\s/.test(word)) return false;
  return /\.\.|[~^]|@\{|^@$|^HEAD$|^[0-9a-f]{7,64}$/.test(word) || after.startsWith("--");
}
