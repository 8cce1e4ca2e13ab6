import type { ExtensionAPI, ExtensionCommandContext } from "@mariozechner/pi-coding-agent";
import type { App } from "../src/app.ts";
import type { Recorded } from "../src/app-record.ts";
import type { OpenSession } from "../src/app-session.ts";
import { type CommandLine, parseTypedLine, withInput } from "../src/command-line.ts";
import { commandName } from "../src/command-line-door.ts";
import { verbs } from "../src/command-line-verbs.ts";
import { type Diagnostic, error } from "../src/contract/diagnostic.ts";
import type { Delegation, DelegationResult } from "../src/delegation.ts";
import { escapeLines, escapeText } from "../src/text/escape.ts";
import { type Completion, complete } from "./completions.ts";
import type { Command } from "./register-command.ts";
import { resultMessage } from "./result-message.ts";
import { print, reportPlace, tell, viewColumns } from "./show.ts";

export const forgeAgent: Command = { complete: completions, answer: answerLine };

async function completions(prefix: string, session: OpenSession): Promise<Completion[] | null> {
  return complete(prefix, { verbs, takesOptions: true, app: await session.loaded() });
}

async function answerLine(
  args: string,
  ctx: ExtensionCommandContext,
  session: OpenSession,
  pi: ExtensionAPI,
): Promise<void> {
  const line = parseTypedLine(args);
  if (!line.ok) return tell(ctx, line.diagnostics);
  const opened = await session.open(ctx);
  if (!opened.ok) return tell(ctx, opened.diagnostics);
  const { app, signal } = opened.value;
  switch (line.value.verb) {
    case "run":
      return run(delegationOf(line.value, ctx), line.value.switches.has("--private"), ctx, pi, app, signal);
    case "plan":
      return plan(line.value, ctx, app, signal);
    case "init": {
      const { initInPi } = await import("../src/app-init-in-pi.ts");
      const done = await initInPi(app, pi, ctx);
      if (done.ok) ctx.ui.notify(escapeLines(done.value).join("\n"), "info");
      return tell(ctx, done.diagnostics);
    }
    case "history": {
      const { history } = await import("./history.ts");
      const again = await history(line.value, ctx, app, signal);
      return again && run(again, false, ctx, pi, app, signal);
    }
    case "grants": {
      const { answerGrants } = await import("../src/app-grants-report.ts");
      const answer = answerGrants(app.grants, line.value.argument, app.door);
      return answer.ok ? ctx.ui.notify(answer.value, "info") : tell(ctx, answer.diagnostics);
    }
    case "help":
    case "status":
    case "profiles":
    case "backends":
    case "config": {
      const { report } = await import("../src/app-reports.ts");
      return print(ctx, `forge-agent ${line.value.verb}`, await report(app, line.value.verb, reportPlace(signal)));
    }
  }
}

/** One delegation with its panel, and the same again for as long as it fails for a passing reason and the person wants that. */
async function run(
  delegation: Delegation,
  isPrivate: boolean,
  ctx: ExtensionCommandContext,
  pi: ExtensionAPI,
  app: App,
  signal: AbortSignal,
): Promise<void> {
  if (!ctx.hasUI) return tell(ctx, [noScreen]);
  const { askAboutWidening, delegateInPi } = await import("../src/app-in-pi.ts");
  const { askForTrust } = await import("../src/app-trust-in-pi.ts");
  const { isWorthRetrying, unkeptEdit, withEditedTask } = await import("../src/app-again.ts");
  const trusted = await askForTrust(app, { ui: ctx.ui, signal });
  if (!trusted.ok) return tell(ctx, trusted.diagnostics);
  await askAboutWidening(app, ctx, signal);
  let asked = delegation;
  for (let again = true; again; ) {
    const recorded = await delegateInPi(app, asked, ctx, signal);
    // Pi's context throws once its session is over; what was kept is in the history.
    if (signal.aborted) return;
    await show(delegation.profile, recorded, { isPrivate, ...trusted.value }, ctx, pi);
    const edit = unkeptEdit(recorded);
    if (edit !== undefined) ctx.ui.pasteToEditor(edit);
    if (!isWorthRetrying(recorded.result)) return;
    asked = withEditedTask(asked, recorded.result);
    const { offersAgain } = await import("../src/app-history-in-pi.ts");
    again = await offersAgain(ctx, signal, recorded.runId);
  }
}

async function show(
  profile: string,
  { result, runId, diagnostics }: Recorded,
  { isPrivate, putOff }: { readonly isPrivate: boolean; readonly putOff: boolean },
  ctx: ExtensionCommandContext,
  pi: ExtensionAPI,
): Promise<void> {
  if (result.kind === "refused") return tellRefusal(profile, result.diagnostics, putOff, ctx);
  if (result.kind !== "ran") return ctx.ui.notify(undecided(profile, result, runId), "info");
  const { toldResult } = await import("../src/app-result.ts");
  const told = toldResult(profile, result, runId, nonce());
  if (isPrivate) {
    const { privateResult } = await import("../src/app-private-result.ts");
    const shown = privateResult(told, result.response.output?.text ?? "", viewColumns);
    await print(ctx, shown.title, shown.text);
    ctx.ui.notify(shown.left, "info");
  } else pi.sendMessage({ customType: resultMessage, content: told.text, display: true, details: told.summary });
  tell(
    ctx,
    diagnostics.filter((each) => each.level === "error"),
  );
}

/** Who has just put the question of trust off knows why, and needs no error that says how to answer it. */
async function tellRefusal(
  profile: string,
  diagnostics: readonly Diagnostic[],
  putOff: boolean,
  ctx: ExtensionCommandContext,
): Promise<void> {
  const { refusedForNow } = await import("../src/app-trust-in-pi.ts");
  const words = putOff ? refusedForNow(profile, diagnostics) : undefined;
  return words === undefined ? tell(ctx, diagnostics) : ctx.ui.notify(words, "info");
}

/** What the person who decided needs to know of it; a model that asked is told in other words. */
function undecided(
  profile: string,
  result: Exclude<DelegationResult, { kind: "ran" | "refused" }>,
  runId: string | undefined,
): string {
  const ending = { rejected: "rejected", dismissed: "not now", aborted: "aborted" }[result.kind];
  const why = result.kind === "rejected" && result.reason !== "" ? `: ${escapeLines(result.reason).join(" ")}` : "";
  const kept = runId === undefined ? "" : ` The plan is kept as ${runId}.`;
  return `${escapeText(profile)}: ${ending}${why}; nothing was sent.${kept}`;
}

async function plan(line: CommandLine, ctx: ExtensionCommandContext, app: App, signal: AbortSignal): Promise<void> {
  const { askForTrust } = await import("../src/app-trust-in-pi.ts");
  const { planText } = await import("../src/app-reports.ts");
  const asked = ctx.hasUI ? await askForTrust(app, { ui: ctx.ui, signal }) : undefined;
  const shown = await app.plan(delegationOf(line, ctx), signal, planText);
  if (!shown.ok) return tellRefusal(line.profile, shown.diagnostics, asked?.ok === true && asked.value.putOff, ctx);
  await print(ctx, `Plan for ${line.profile} (nothing was sent)`, shown.value);
}

function delegationOf(line: CommandLine, ctx: ExtensionCommandContext): Delegation {
  return {
    asker: "person",
    profile: line.profile,
    task: line.task,
    overrides: line.overrides,
    attachments: withInput(line.attachments, ""),
    sessionId: ctx.sessionManager.getSessionId(),
  };
}

const noScreen = error(
  "approval.no-ui",
  `There is nobody to ask in this mode, so nothing was sent; run it in Pi's terminal interface, or use \`${commandName("terminal")} run --yes\`.`,
);

/** Unknown to whoever wrote the answer. */
function nonce(): string {
  return globalThis.crypto.randomUUID().slice(0, 8);
}
