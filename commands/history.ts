import type { ExtensionCommandContext } from "@mariozechner/pi-coding-agent";
import type { App } from "../src/app.ts";
import type { CommandLine } from "../src/command-line.ts";
import type { Delegation } from "../src/delegation.ts";
import { print, tell } from "./show.ts";

/** `history` in Pi. Gives the delegation that a person wants prepared again. */
export async function history(
  line: CommandLine,
  ctx: ExtensionCommandContext,
  app: App,
  signal: AbortSignal,
): Promise<Delegation | undefined> {
  const { answerHistory, runText } = await import("../src/app-history.ts");
  const { copyInPi, showRun } = await import("../src/app-history-in-pi.ts");
  const { jsonText } = await import("../src/text/json-text.ts");
  const answer = await answerHistory(app, line, {
    cwd: ctx.cwd,
    columns: Math.max(20, (process.stdout.columns ?? 80) - 5),
    now: new Date(),
    copy: copyInPi,
    agrees: (question) =>
      ctx.hasUI ? ctx.ui.confirm("forge-agent history", question, { signal }) : Promise.resolve(true),
  });
  if (!answer.ok) return void tell(ctx, answer.diagnostics);
  const { value } = answer;
  const title = "forge-agent history";
  if (line.switches.has("--json")) {
    return void (await print(ctx, title, jsonText(value.kind === "run" ? value.run : value.data)));
  }
  if (value.kind === "done" && ctx.hasUI) return void ctx.ui.notify(value.text, "info");
  if (value.kind !== "run" || !ctx.hasUI) {
    return void (await print(ctx, title, value.kind === "run" ? runText(value.run) : value.text));
  }
  const wanted = await showRun(value.run, ctx, signal);
  if (wanted === "copy") {
    const copied = await copyInPi(value.run.response?.output?.text ?? "");
    if (copied.ok) ctx.ui.notify(`The answer is ${copied.value}.`, "info");
    return void tell(ctx, copied.diagnostics);
  }
  if (wanted !== "again") return undefined;
  const { sameAgain } = await import("../src/app-again.ts");
  const same = sameAgain(value.run, ctx.sessionManager.getSessionId());
  if (same.ok) return same.value;
  tell(ctx, same.diagnostics);
  return undefined;
}
