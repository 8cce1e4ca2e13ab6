import type { OptionDefinition } from "./command-line-options.ts";
import type { Tokens } from "./command-line-tokens.ts";
import { type Diagnostic, error } from "./contract/diagnostic.ts";

/** An option that stands in the task was most likely meant as one, and would otherwise be sent to a model and not obeyed. */
export function* optionsInTask(tokens: Tokens, known: readonly OptionDefinition[]): Generator<Diagnostic> {
  const names = new Set(known.map(({ name }) => name));
  const [found] = tokens.words().flatMap((word) => {
    const [name = ""] = word.split("=", 1);
    return names.has(name) ? [name] : [];
  });
  if (found === undefined) return;
  const message = `${found} stands in the task: write it before the task, or -- before a task that holds it.`;
  yield error("command.option-in-task", message, found);
}
