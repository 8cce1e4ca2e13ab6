import { commandName, type Door } from "./command-line-door.ts";
import { optionsOf } from "./command-line-known.ts";
import { type GivenOptions, takeOptions } from "./command-line-options.ts";
import { optionsInTask } from "./command-line-task.ts";
import { argumentTokens, type Tokens, typedTokens } from "./command-line-tokens.ts";
import { type Verb, type VerbDefinition, verbs } from "./command-line-verbs.ts";
import { type Diagnostic, error } from "./contract/diagnostic.ts";
import { didYouMean } from "./contract/did-you-mean.ts";
import { parseModelReference } from "./contract/model.ts";
import { failure, type Outcome, success } from "./contract/outcome.ts";
import type { DelegationOverrides } from "./delegation.ts";
import { type Attachment, parseFileAttachment } from "./delegation-attachments.ts";

export interface CommandLine {
  readonly verb: Verb;
  readonly profile: string;
  /** The word or words after a verb that takes them; empty when there are none. */
  readonly argument: string;
  /** Verbatim. */
  readonly task: string;
  readonly overrides: DelegationOverrides;
  readonly switches: ReadonlySet<string>;
  readonly values: ReadonlyMap<string, string>;
  /** In the order of the line. */
  readonly attachments: readonly CommandAttachment[];
}

/** `input` is what standard input holds, which only the terminal command has. */
export type CommandAttachment = Attachment | { readonly kind: "input" };

/** The attachments with the text of standard input in its place. */
export function withInput(attachments: readonly CommandAttachment[], text: string): readonly Attachment[] {
  return attachments.map((each) => (each.kind === "input" ? { kind: "text", source: "standard input", text } : each));
}

/** A command as typed after `/forge-agent `: the task is the rest of the line, byte for byte, after one separating blank. */
export function parseTypedLine(line: string): Outcome<CommandLine> {
  return parse(typedTokens(line), "pi");
}

/** A command as a shell hands it over. Several task arguments are joined with one blank. */
export function parseArguments(args: readonly string[]): Outcome<CommandLine> {
  return parse(argumentTokens(args), "terminal");
}

function parse(tokens: Tokens, door: Door): Outcome<CommandLine> {
  // In place of a verb, or of what follows one.
  const help = [tokens.peek(), tokens.peek(1)].some((each) => each === "--help" || each === "-h");
  const word = tokens.take() ?? "help";
  if (help) return parse(argumentTokens(["help"]), door);
  const verb = verbs.find((each) => each.name === word || `--${each.name}` === word);
  if (!verb) return failure(unknownVerb(word));
  const known = optionsOf(verb.name, door);
  const take = (before: "profile" | "task") =>
    takeOptions(tokens, { known, before, unknown: (name) => unknownOption(name, verb, door) });
  const given = take(verb.takesTask ? "profile" : "task");
  if (!given.ok) return given;
  const profile = verb.takesTask && !given.value.ended ? tokens.take() : "";
  if (verb.takesTask && !profile) {
    return failure(error("command.profile-missing", `Name a profile: ${commandName(door)} ${verb.usage}`, "profile"));
  }
  const argument = takeWords(tokens, verb.takesWords ?? 0);
  const after = verb.takesTask || argument !== "" ? take("task") : success(noOptions);
  if (!after.ok) return after;
  const misplaced = verb.takesTask && !after.value.ended ? [...optionsInTask(tokens, known)] : [];
  if (misplaced.length > 0) return failure(...misplaced);
  const task = verb.takesTask ? tokens.rest() : "";
  const left = verb.takesTask ? undefined : tokens.peek();
  if (left !== undefined) {
    const message = `"${verb.name}" is written "${verb.usage}", but "${left}" follows.`;
    return failure(error("command.unexpected-argument", message));
  }
  const switches = new Set([...given.value.switches, ...after.value.switches]);
  const values = new Map([...given.value.values, ...after.value.values]);
  const overrides = overridesFrom(values);
  if (!overrides.ok) return overrides;
  const attachments = attachmentsFrom([...given.value.all, ...after.value.all], task, door);
  if (!attachments.ok) return attachments;
  return success({
    verb: verb.name,
    profile: profile ?? "",
    argument,
    task,
    overrides: overrides.value,
    switches,
    values,
    attachments: attachments.value,
  });
}

/** The next words, up to an option. */
function takeWords(tokens: Tokens, most: number): string {
  const words: string[] = [];
  while (words.length < most && tokens.peek()?.startsWith("--") === false) words.push(tokens.take() ?? "");
  return words.join(" ");
}

const noOptions: GivenOptions = { switches: new Set(), values: new Map(), all: [], ended: false };

function attachmentsFrom(given: GivenOptions["all"], task: string, door: Door): Outcome<readonly CommandAttachment[]> {
  const attachments: CommandAttachment[] = [];
  for (const { name, value, taskBegins } of given) {
    if (name === "--diff") attachments.push(diffAttachment(value, taskBegins));
    if (name === "--project-context") attachments.push({ kind: "project-context" });
    if (name !== "--attach" || value === undefined) continue;
    const parsed = value === "-" ? success({ kind: "input" } as const) : parseFileAttachment(value);
    if (!parsed.ok) return parsed;
    attachments.push(parsed.value);
  }
  const inputs = attachments.filter(({ kind }) => kind === "input").length;
  if (inputs === 0) return success(attachments);
  if (door === "terminal" && inputs === 1 && task !== "-") return success(attachments);
  const message =
    door === "pi"
      ? "--attach - reads standard input, which only the terminal command has: name a file."
      : "Standard input can be read once: use - for the task or for one --attach.";
  return failure(error("command.attach-input", message, "--attach"));
}

function diffAttachment(range: string | undefined, taskBegins: string | undefined): Attachment {
  if (range !== undefined) return { kind: "diff", range };
  return { kind: "diff", ...(taskBegins === undefined ? {} : { taskBegins }) };
}

function overridesFrom(values: ReadonlyMap<string, string>): Outcome<DelegationOverrides> {
  const backend = values.get("--backend");
  const modelText = values.get("--model");
  const model = modelText === undefined ? undefined : parseModelReference(modelText);
  if (modelText !== undefined && !model) {
    return failure(
      error(
        "command.model",
        `--model "${modelText}" is not PROVIDER/ID, for example anthropic/claude-sonnet-4-5.`,
        "--model",
      ),
    );
  }
  const timeoutText = values.get("--timeout-ms");
  const timeoutMs = timeoutText === undefined ? undefined : Number(timeoutText);
  if (timeoutMs !== undefined && !(/^\d+$/.test(timeoutText ?? "") && timeoutMs >= 1000 && timeoutMs <= 3_600_000)) {
    return failure(
      error(
        "command.timeout",
        `--timeout-ms "${timeoutText}" is not a whole number from 1000 to 3600000.`,
        "--timeout-ms",
      ),
    );
  }
  return success({
    ...(backend === undefined ? {} : { backend }),
    ...(model === undefined ? {} : { model }),
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
  });
}

function unknownVerb(word: string): Diagnostic {
  const names = verbs.map((each) => each.name);
  return error(
    "command.unknown-verb",
    `"${word}" is not a command. Use one of: ${names.join(", ")}.${didYouMean(word, names)}`,
  );
}

function unknownOption(name: string, verb: VerbDefinition, door: Door): Diagnostic {
  const known = optionsOf(verb.name, door).map((each) => each.name);
  return error(
    "command.unknown-option",
    `${name} is no option of "${verb.name}" here. Known: ${known.join(", ") || "none"}. Put -- before a task that starts with --.${didYouMean(name, known)}`,
    name,
  );
}
