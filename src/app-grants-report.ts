import type { Grants, GrantsView } from "./app-grants.ts";
import { commandName, type Door } from "./command-line-door.ts";
import type { GrantView } from "./config/grant.ts";
import { endInWords } from "./config/grant-ending.ts";
import { error } from "./contract/diagnostic.ts";
import { failure, type Outcome, success } from "./contract/outcome.ts";
import { escapeText } from "./text/escape.ts";
import { counted, formatCount } from "./text/format.ts";

/** What is left, for the line that is always on screen; undefined when nothing is granted. */
export function grantsStatus({ holding }: GrantsView): string | undefined {
  if (holding.length === 0) return undefined;
  const each = holding.map(({ subject, runs, budget, minutesLeft }) => {
    const [, name = subject.profileId] = /^[^:]*:(.*)$/.exec(subject.profileId) ?? [];
    return `${escapeText(name)} ${runs}/${budget.runs}, ${minutesLeft} min left`;
  });
  return `grants: ${each.join(" · ")}`;
}

function grantsReport({ holding, ended }: GrantsView, command: string): string {
  const live =
    holding.length === 0 ? ["Nothing is granted: every run that the model asks for needs your decision."] : [];
  const over = ended.length === 0 ? [] : ["", "Ended:", ...ended.map((each) => `${ending(each)}`)];
  const how = holding.length === 0 ? [] : ["", `${command} grants revoke <number>, or: revoke all`];
  return [...live, ...holding.map(grantLine), ...how, ...over].join("\n");
}

function grantLine({ id, subject, budget, runs, tokens, minutesLeft, setup }: GrantView): string {
  const used = `${runs} of ${budget.runs} runs, ${formatCount(tokens)} of ${formatCount(budget.tokens)} tokens`;
  return `${id}  ${escapeText(subject.profileId)}  ${used}, ${minutesLeft} min left  setup ${shortSetup(setup)}`;
}

function ending({ id, subject, ended, runs }: GrantView): string {
  const why = ended === null ? "" : `: ${endInWords(ended)}`;
  return `${id}  ${escapeText(subject.profileId)}  after ${counted(runs, "run")}${why}`;
}

function shortSetup(setup: string): string {
  return setup.slice(setup.lastIndexOf(":") + 1).slice(0, 12);
}

/** `grants`, `grants revoke 2` or `grants revoke all`, as it was typed after the verb. */
export function answerGrants(grants: Grants, argument: string, door: Door): Outcome<string> {
  const [word, which = "", ...rest] = argument.trim().split(/\s+/);
  const { holding, ended } = grants.look();
  // A grant ends with the session that gave it, and a command in a shell is a session of its own.
  if (door === "terminal" && holding.length + ended.length === 0) return inPi(argument);
  if (word === "" || word === undefined) return success(grantsReport({ holding, ended }, commandName(door)));
  if (word !== "revoke" || rest.length > 0 || !/^(?:all|\d+)$/.test(which)) return failure(misunderstood(argument));
  const chosen = holding.filter(({ id }) => which === "all" || id === Number(which));
  if (chosen.length === 0 && which !== "all") {
    return failure(error("grant.unknown", `No grant ${which} holds; ${commandName(door)} grants lists those that do.`));
  }
  for (const { id } of chosen) grants.revoke(id);
  const names = chosen.map(({ id, subject }) => `${id} (${escapeText(subject.profileId)})`).join(", ");
  return success(chosen.length === 0 ? "Nothing was granted." : `Revoked ${names}. A run that has begun goes on.`);
}

function inPi(argument: string): Outcome<string> {
  const command = escapeText(`${commandName("pi")} grants ${argument}`.trim());
  if (argument.trim() !== "")
    return failure(error("grant.elsewhere", `Grants live in a session of Pi: type ${command} there.`));
  return success(
    `Grants live in a session of Pi: ${command} lists them there. A run in a terminal needs your decision each time.`,
  );
}

function misunderstood(argument: string) {
  const message = `"${escapeText(argument)}" is not understood: write grants, grants revoke <number> or grants revoke all.`;
  return error("command.grants", message);
}
