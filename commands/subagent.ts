import type { ExtensionCommandContext } from "@mariozechner/pi-coding-agent";
import type { App } from "../src/app.ts";
import type { OpenSession } from "../src/app-session.ts";
import { commandName } from "../src/command-line-door.ts";
import { error } from "../src/contract/diagnostic.ts";
import { didYouMean } from "../src/contract/did-you-mean.ts";
import { failure, type Outcome, success } from "../src/contract/outcome.ts";
import { type Completion, complete } from "./completions.ts";
import type { Command } from "./register-command.ts";
import { print, reportPlace, tell } from "./show.ts";
import { subagentVerbs } from "./subagent-verbs.ts";

const usage = "Use /subagent list, or /subagent plan <profile> [task].";
/** As for the other command. */
const asksForHelp: readonly string[] = ["", "help", "--help", "-h"];
/** Stands where the task would be, for somebody who wants to see the rest of the prompt. */
const noTask = "(no task)";

/** A look at profiles and their prompts; it never runs anything, and what is not enabled is not shown. */
export const subagent: Command = { complete: completions, answer: answerLine };

async function completions(prefix: string, session: OpenSession): Promise<Completion[] | null> {
  return complete(prefix, { verbs: subagentVerbs, takesOptions: false, app: await session.loaded() });
}

async function answerLine(args: string, ctx: ExtensionCommandContext, session: OpenSession): Promise<void> {
  const [, verb, profile, task = ""] = /^\s*(\S*)\s*(\S*)\s?(.*)$/s.exec(args) ?? [];
  if (asksForHelp.includes(args.trim())) return print(ctx, "subagent", help());
  if (!subagentVerbs.some(({ name }) => name === verb) || (verb === "list" && profile)) {
    const meant = didYouMean(
      verb ?? "",
      subagentVerbs.map(({ name }) => name),
    );
    return tell(ctx, [error("command.unknown-verb", `"${args.trim()}" is not understood. ${usage}${meant}`)]);
  }
  if (verb === "plan" && !profile) return tell(ctx, [error("command.profile-missing", `Name a profile. ${usage}`)]);
  const opened = await session.open(ctx);
  if (!opened.ok) return tell(ctx, opened.diagnostics);
  const { app, signal } = opened.value;
  const shown = verb === "list" ? await list(app, signal) : await plan(app, profile ?? "", task, ctx, signal);
  if (!shown.ok) return tell(ctx, shown.diagnostics);
  await print(ctx, `subagent ${verb} (nothing was sent)`, shown.value);
}

function help(): string {
  const width = Math.max(...subagentVerbs.map(({ usage }) => usage.length));
  return subagentVerbs.map(({ usage, summary }) => `/subagent ${usage.padEnd(width)}  ${summary}`).join("\n");
}

async function list(app: App, signal: AbortSignal): Promise<Outcome<string>> {
  const { report } = await import("../src/app-reports.ts");
  return success(await report(app, "profiles", reportPlace(signal)));
}

async function plan(
  app: App,
  profile: string,
  task: string,
  ctx: ExtensionCommandContext,
  signal: AbortSignal,
): Promise<Outcome<string>> {
  const { planText } = await import("../src/app-reports.ts");
  const sessionId = ctx.sessionManager.getSessionId();
  const delegation = {
    asker: "person",
    profile,
    task: task.trim() === "" ? noTask : task,
    overrides: {},
    sessionId,
  } as const;
  const terms = await app.terms(delegation);
  if (!terms.ok) return terms;
  if (terms.value.enables) {
    const { profileId, enables } = terms.value;
    const message = `Profile "${profileId}" is not enabled; enable it in ${enables.file}, or look at it with ${commandName(app.door)} plan.`;
    return failure(error("host.profile-disabled", message, { path: "profiles", file: enables.file }));
  }
  return app.plan(delegation, signal, planText);
}
