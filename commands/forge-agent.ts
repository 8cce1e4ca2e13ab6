import type { ExtensionAPI, ExtensionCommandContext } from "@mariozechner/pi-coding-agent";
import type { App } from "../src/app.ts";
import type { OpenSession } from "../src/app-session.ts";
import { type CommandLine, parseTypedLine, withInput } from "../src/command-line.ts";
import { verbs } from "../src/command-line-verbs.ts";
import { error } from "../src/contract/diagnostic.ts";
import type { Delegation, DelegationResult } from "../src/delegation.ts";
import { escapeLines, escapeText } from "../src/text/escape.ts";
import { complete } from "./completions.ts";
import { print, tell } from "./show.ts";

export const resultMessage = "forge-agent-run";

export function registerForgeAgent(pi: ExtensionAPI, session: OpenSession): void {
  pi.registerCommand("forge-agent", {
    description: "Hand one task to one agent profile: run, plan, status",
    getArgumentCompletions: async (prefix) =>
      complete(prefix, { verbs, takesOptions: true, app: await session.loaded() }),
    handler: (args, ctx) => handle(args, ctx, pi, session),
  });
}

async function handle(
  args: string,
  ctx: ExtensionCommandContext,
  pi: ExtensionAPI,
  session: OpenSession,
): Promise<void> {
  const line = parseTypedLine(args);
  if (!line.ok) return tell(ctx, line.diagnostics);
  const opened = await session.open(ctx);
  if (!opened.ok) return tell(ctx, opened.diagnostics);
  const { app, signal } = opened.value;
  switch (line.value.verb) {
    case "run":
      return run(line.value, ctx, pi, app, signal);
    case "plan":
      return plan(line.value, ctx, app, signal);
    case "init": {
      const { initInPi } = await import("../src/app-init-in-pi.ts");
      const done = await initInPi(app, pi, ctx);
      if (done.ok) ctx.ui.notify(escapeLines(done.value).join("\n"), "info");
      return tell(ctx, done.diagnostics);
    }
    case "history": {
      const { historyReport } = await import("../src/app-history-report.ts");
      const shown = historyReport(app, line.value.argument);
      return shown.ok ? print(ctx, "forge-agent history", shown.value) : tell(ctx, shown.diagnostics);
    }
    case "help":
    case "status":
    case "profiles":
    case "backends":
    case "config": {
      const { report } = await import("../src/app-reports.ts");
      return print(ctx, `forge-agent ${line.value.verb}`, await report(app, line.value.verb));
    }
  }
}

async function run(
  line: CommandLine,
  ctx: ExtensionCommandContext,
  pi: ExtensionAPI,
  app: App,
  signal: AbortSignal,
): Promise<void> {
  if (!ctx.hasUI) return tell(ctx, [noScreen]);
  const { askAboutWidening, askForTrust, delegateInPi } = await import("../src/app-in-pi.ts");
  const { toldResult } = await import("../src/app-result.ts");
  const trusted = await askForTrust(app, ctx, signal);
  if (!trusted.ok) return tell(ctx, trusted.diagnostics);
  await askAboutWidening(app, ctx, signal);
  const { result, runId, diagnostics } = await delegateInPi(app, delegationOf(line, ctx), ctx, signal);
  if (result.kind === "refused") return tell(ctx, result.diagnostics);
  if (result.kind !== "ran") return ctx.ui.notify(undecided(line.profile, result, runId), "info");
  const told = toldResult(line.profile, result, runId, nonce());
  if (line.switches.has("--private")) {
    await print(ctx, "forge-agent", told.text);
  } else if (!signal.aborted) {
    pi.sendMessage({ customType: resultMessage, content: told.text, display: true, details: told.summary });
  }
  tell(
    ctx,
    diagnostics.filter((each) => each.level === "error"),
  );
}

/** What the person who decided needs to know of it; a model that asked is told in other words. */
function undecided(
  profile: string,
  result: Exclude<DelegationResult, { kind: "ran" | "refused" }>,
  runId: string | undefined,
): string {
  const ending = { rejected: "rejected", dismissed: "not now", aborted: "aborted" }[result.kind];
  const kept = runId === undefined ? "" : ` The plan is kept as ${runId}.`;
  return `${escapeText(profile)}: ${ending}; nothing was sent.${kept}`;
}

async function plan(line: CommandLine, ctx: ExtensionCommandContext, app: App, signal: AbortSignal): Promise<void> {
  const { askForTrust } = await import("../src/app-in-pi.ts");
  const { planText } = await import("../src/app-reports.ts");
  if (ctx.hasUI) await askForTrust(app, ctx, signal);
  const shown = await app.plan(delegationOf(line, ctx), signal, planText);
  if (!shown.ok) return tell(ctx, shown.diagnostics);
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
  "There is nobody to ask in this mode, so nothing was sent; run it in Pi's terminal interface, or use `forge-agent run --yes`.",
);

/** Unknown to whoever wrote the answer. */
function nonce(): string {
  return globalThis.crypto.randomUUID().slice(0, 8);
}
