import type { ExtensionAPI, ExtensionContext } from "@mariozechner/pi-coding-agent";
import type { App } from "./app.ts";
import { chatModel } from "./app-chat-model.ts";
import { showText } from "./app-in-pi.ts";
import { initPlan, initText, writeInit } from "./app-init.ts";
import { initNext, initQuestion } from "./app-init-words.ts";
import { commandName } from "./command-line-door.ts";
import { type Diagnostic, error } from "./contract/diagnostic.ts";
import { failure, type Outcome, success } from "./contract/outcome.ts";
import { escapeText } from "./text/escape.ts";

/** "Not now" comes first, so that a stray Enter writes and trusts nothing. */
const choices = { leave: "Not now", look: "Show what would be written", write: "Write them" } as const;

/** Shows what a first use would write, and writes it after a yes. The value is what to tell the person. */
export async function initInPi(app: App, pi: ExtensionAPI, ctx: ExtensionContext): Promise<Outcome<string>> {
  if (!ctx.hasUI) return failure(noScreen);
  const model = chatModel(ctx);
  if (!model) return failure(noModel);
  const plan = initPlan({
    directories: app.directories,
    model: { provider: model.provider, id: model.id },
    thinking: pi.getThinkingLevel(),
    now: new Date(),
  });
  if (plan.files.length === 0) return success(["Nothing to write.", ...plan.kept].join("\n"));
  // A file of a project that nobody has agreed to yet may have any name.
  const list = [...plan.files.map(({ shown }) => shown), ...plan.kept].map(escapeText).join("\n");
  for (;;) {
    const title = `${initQuestion(plan, app)}\n${list}`;
    const answer = await ctx.ui.select(title, Object.values(choices));
    if (answer === choices.look) await showText(ctx, "What would be written", initText(plan));
    else if (answer === choices.write) break;
    else return success("Nothing was written.");
  }
  const { value, diagnostics } = await writeInit(plan, app);
  const next = initNext(plan, value, app) ?? "Nothing was written.";
  const lines = [...value.written.map((file) => `wrote ${file}`), ...plan.kept.map((each) => `kept: ${each}`), next];
  return success(lines.join("\n"), diagnostics);
}

const noScreen: Diagnostic = error(
  "init.no-ui",
  `There is nobody to ask in this mode, so nothing was written; use \`${commandName("terminal")} init --yes\` in a terminal.`,
);
const noModel: Diagnostic = error(
  "init.no-model",
  "There is no current model to write profiles for: choose one with /model.",
);
