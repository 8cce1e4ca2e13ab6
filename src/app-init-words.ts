import type { App } from "./app.ts";
import { type InitPlan, type InitResult, trustsWhatItWrites } from "./app-init.ts";
import { commandName } from "./command-line-door.ts";
import { escapeText } from "./text/escape.ts";
import { counted } from "./text/format.ts";

/** What a yes does, and nothing that it does not. */
export function initQuestion({ model, files, enables }: InitPlan, app: Pick<App, "trust" | "door">): string {
  const what = `Write ${counted(files.length, "file")} for ${escapeText(`${model.provider}/${model.id}`)}`;
  if (!trustsWhatItWrites(app.trust())) return `${what}? They do not count before this project is trusted.`;
  return enables ? `${what}, enable and trust them?` : `${what} and trust them? They are not enabled for the model.`;
}

/** What is new and what to type once it is written; undefined where nothing was. */
export function initNext({ enables, agents }: InitPlan, done: InitResult, app: Pick<App, "door">): string | undefined {
  const [agent] = agents;
  if (agent === undefined || done.written.length === 0) return undefined;
  const [plan, run] = ["plan", "run"].map((verb) => `${commandName(app.door)} ${verb} ${agent} <task>`);
  if (!done.trusted) return `Next: ${run}, which asks whether this project is trusted.`;
  if (!enables) return `Next: ${run}; approving it also enables ${agent} for the model.`;
  return `The model may call ${agents.join(" and ")} now, and you are asked. Next: ${plan}, then ${run}; or ask the model for it.`;
}
