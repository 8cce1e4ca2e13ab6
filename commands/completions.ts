import type { App } from "../src/app.ts";
import { statusInWords } from "../src/app-run-words.ts";
import { optionsOf } from "../src/command-line-known.ts";
import type { OptionDefinition } from "../src/command-line-options.ts";
import { escapeText } from "../src/text/escape.ts";

/** What Pi offers for a command's arguments; `value` stands in place of everything typed after the command. */
export interface Completion {
  readonly value: string;
  readonly label: string;
  readonly description?: string;
}

export interface CompletedVerb {
  readonly name: string;
  readonly summary: string;
  readonly takesTask: boolean;
}

export interface CompletionSource {
  readonly verbs: readonly CompletedVerb[];
  /** Whether options follow the profile. */
  readonly takesOptions: boolean;
  /** Absent while nothing is loaded: completing must not be what loads it. */
  readonly app: App | undefined;
}

/** Verbs, then profiles, and before and after them options and their values; nothing as soon as the task has begun. */
export async function complete(prefix: string, source: CompletionSource): Promise<Completion[] | null> {
  const word = /\S*$/.exec(prefix)?.[0] ?? "";
  const before = prefix.slice(0, prefix.length - word.length);
  const [verbName, ...words] = before.split(/\s+/).filter((each) => each !== "");
  const found = await candidates({ verbName, words, word }, source);
  const matching = found.filter(({ label }) => label.startsWith(word) && label !== word);
  return matching.length === 0 ? null : matching.map((each) => ({ ...each, value: `${before}${each.value}` }));
}

interface Typed {
  readonly verbName: string | undefined;
  /** Whole words after the verb. */
  readonly words: readonly string[];
  /** The one that is being typed. */
  readonly word: string;
}

async function candidates({ verbName, words, word }: Typed, source: CompletionSource): Promise<Completion[]> {
  if (verbName === undefined) return source.verbs.map(({ name, summary }) => completion(name, summary));
  const verb = source.verbs.find(({ name }) => name === verbName);
  if (verb?.name === "grants") return revocations(words, source.app);
  if (verb?.name === "history")
    return word.startsWith("--") ? optionsOf(verb.name, "pi").map(optionCompletion) : pastRuns(source.app);
  if (!verb?.takesTask) return [];
  const known = source.takesOptions ? optionsOf(verb.name, "pi") : [];
  const last = known.find(({ name }) => name === words.at(-1));
  if (last?.name === "--backend") return backends(source.app);
  if (last?.name === "--model") return models(source.app);
  const profile = words.findIndex((each, index) => !each.startsWith("--") && !needsValue(words[index - 1], known));
  if (word.startsWith("--")) {
    return onlyOptions(profile < 0 ? words : words.toSpliced(profile, 1), known) ? known.map(optionCompletion) : [];
  }
  return profile < 0 && !words.includes("--") ? profiles(source.app) : [];
}

function optionCompletion({ name, value, summary }: OptionDefinition): Completion {
  return completion(name, value === undefined ? summary : `${value}: ${summary}`);
}

const mostRuns = 20;

function pastRuns(app: App | undefined): Completion[] {
  const runs = app?.history.list().runs.slice(0, mostRuns) ?? [];
  return runs.map(({ id, status, profileId, task }) =>
    completion(id, `${statusInWords(status)} ${profileId}: ${task.slice(0, 60)}`),
  );
}

function needsValue(word: string | undefined, known: readonly OptionDefinition[]): boolean {
  return known.some(({ name, value, optional }) => name === word && value !== undefined && optional !== true);
}

/** True until a word is neither an option nor the value of one: from there on it is the task. */
function onlyOptions(rest: readonly string[], known: readonly OptionDefinition[]): boolean {
  return rest.every((each, index) => {
    if (each === "--") return false;
    if (each.startsWith("--")) return true;
    return known.some(({ name, value }) => value !== undefined && name === rest[index - 1]);
  });
}

async function profiles(app: App | undefined): Promise<Completion[]> {
  const catalog = await app?.catalog();
  if (!catalog?.ok) return [];
  const usable = catalog.value.profiles.filter((each) => each.usable);
  return usable.flatMap(({ scope, id, profile }) => {
    const bare = scope === "project" || !usable.some((each) => each.scope === "project" && each.id === id);
    const named = bare ? [completion(id, profile.description)] : [];
    return [...named, completion(`${scope}:${id}`, profile.description)];
  });
}

/** What may follow `grants`. */
function revocations(words: readonly string[], app: App | undefined): Completion[] {
  const holding = app?.grants.look().holding ?? [];
  if (words[0] === undefined) return [completion("revoke", "end a grant")];
  if (words[0] !== "revoke" || words.length > 1) return [];
  return [...holding.map(({ id, subject }) => completion(String(id), subject.profileId)), completion("all")];
}

function backends(app: App | undefined): Completion[] {
  return (app?.backends() ?? []).map(({ id }) => completion(id));
}

async function models(app: App | undefined): Promise<Completion[]> {
  const catalog = await app?.catalog();
  const entries = catalog?.ok ? catalog.value.profiles : [];
  const names = new Set(entries.map(({ profile: { model } }) => `${model.provider}/${model.id}`));
  return [...names].map((name) => completion(name, "used by a profile"));
}

function completion(text: string, description?: string): Completion {
  return { value: text, label: text, ...(description === undefined ? {} : { description: escapeText(description) }) };
}
