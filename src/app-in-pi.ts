import { homedir } from "node:os";
import type { ExtensionAPI, ExtensionContext } from "@mariozechner/pi-coding-agent";
import { type App, createApp } from "./app.ts";
import { piBackends } from "./app-backends.ts";
import { showOnBoard } from "./app-board-in-pi.ts";
import { chatModel } from "./app-chat-model.ts";
import { showGrants } from "./app-grants-in-pi.ts";
import { endingInOrder } from "./app-orderly-end.ts";
import { runningUpdate } from "./app-progress.ts";
import type { Recorded } from "./app-record.ts";
import { createPiApprover } from "./approval/in-pi.ts";
import { createDialogs } from "./approval/in-rpc.ts";
import { createApprovalQueue } from "./approval/queue.ts";
import type { RunningUpdate } from "./approval/running-state.ts";
import { showRunning } from "./approval/running-view.ts";
import { findPi } from "./backends/find-pi.ts";
import { createRegistryModelFacts } from "./backends/model-facts-registry.ts";
import type { Widening } from "./config/widening.ts";
import { type Outcome, success } from "./contract/outcome.ts";
import type { Delegation, DelegationProgress } from "./delegation.ts";
import { forgeDirectories } from "./files/forge-directories.ts";
import { escapeText } from "./text/escape.ts";
import { systemClock } from "./ui/clock.ts";
import { loadInk } from "./ui/ink.ts";
import { giveBack } from "./ui/pi-ui.ts";
import { showInPi } from "./ui/show-in-pi.ts";
import { textView } from "./ui/text-view.ts";

/** A process has one screen, so every panel of it waits in one queue. */
const queue = createApprovalQueue();

export function createPiApp(pi: ExtensionAPI, ctx: ExtensionContext): Outcome<App> {
  const env = process.env;
  const [, argv1] = process.argv;
  const found = findPi({
    execPath: process.execPath,
    env,
    cwd: ctx.cwd,
    trustedProject: false,
    ...(argv1 === undefined ? {} : { argv1 }),
  });
  if (!found.ok) return found;
  const home = homedir();
  const { agentDirectory: agentDir } = forgeDirectories({ cwd: ctx.cwd, env, home });
  const models = createRegistryModelFacts(ctx.modelRegistry, { environment: env, agentDir });
  const shown = showGrants(ctx.ui, () => app.grants.look(), systemClock);
  const app: App = createApp({
    door: "pi",
    cwd: ctx.cwd,
    env,
    home,
    transport: pi.events,
    approver: createPiApprover({ ui: ctx.ui, queue, dialogs: createDialogs(ctx.ui) }),
    canAsk: ctx.hasUI,
    installation: () => found.value,
    session: () => {
      const model = chatModel(ctx);
      return {
        ...(model ? { model: { provider: model.provider, id: model.id }, baseUrl: model.baseUrl } : {}),
        thinking: pi.getThinkingLevel(),
      };
    },
    trustedByPi: () => piTrust(ctx),
    backends: (settings, directories) => {
      const mayWarm = ctx.hasUI && app.trust().state === "trusted";
      return piBackends({ installation: found.value, models, env, home, mayWarm }, settings, directories);
    },
    onGrants: shown.update,
    now: () => new Date(),
    newId: () => globalThis.crypto.randomUUID(),
  });
  const ending = endingInOrder(app);
  return success({
    ...ending,
    async dispose() {
      shown.stop();
      await ending.dispose();
    },
  });
}

/** Only Pi 1.x knows of trust; where it says no, ours cannot say yes. */
function piTrust(ctx: ExtensionContext & { isProjectTrusted?: () => boolean }): boolean | undefined {
  return ctx.isProjectTrusted?.();
}

/**
 * Asks once about what files allow beyond what they did when the session began. "Not now" comes first, so that a stray
 * Enter allows nothing.
 */
export async function askAboutWidening(app: App, ctx: ExtensionContext, signal: AbortSignal): Promise<void> {
  const shown = app.widening.unasked();
  if (shown.length === 0) return;
  const allow = "Allow this in this session";
  const title = ["Files allow more than when this session began:", ...shown.map(wideningLine)].join("\n");
  const choice = await ctx.ui.select(title, ["Not now", allow], { signal });
  if (!signal.aborted) app.widening.answer(shown, choice === allow);
}

function wideningLine({ path, from, to, file, line }: Widening): string {
  const place = file === undefined ? "" : `  (${file}${line === undefined ? "" : `:${line}`})`;
  return escapeText(`${path}: ${JSON.stringify(from)} -> ${JSON.stringify(to)}${place}`);
}

/** Runs a delegation with its panel and, once approved, the running line that keeps the keyboard until the end. */
export async function delegateInPi(
  app: App,
  delegation: Delegation,
  ctx: ExtensionContext,
  signal: AbortSignal,
): Promise<Recorded> {
  const stop = new AbortController();
  const listeners = new Set<(update: RunningUpdate) => void>();
  let running: Promise<void> | undefined;
  const either = AbortSignal.any([signal, stop.signal]);
  let end = () => {};
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  const entry = showOnBoard(app, ctx, signal, delegation.profile, { shownElsewhere: true });
  const report = (progress: DelegationProgress) => {
    const update = runningUpdate(progress);
    entry.update(update);
    for (const listener of listeners) listener(update);
    if (progress.phase !== "running" || running) return;
    running = showRunning({
      ui: ctx.ui,
      title: delegation.profile,
      subscribe: (listener) => {
        listeners.add(listener);
        listener(update);
        return () => listeners.delete(listener);
      },
      onCancel: () => stop.abort(),
      done: ended,
    });
  };
  try {
    return await app.delegate(delegation, either, report);
  } finally {
    end();
    await running;
    entry.end();
  }
}

/** A text in Pi that a person can scroll; nothing of it enters the conversation. */
export async function showText({ ui }: ExtensionContext, title: string, text: string): Promise<void> {
  const host = { ui, ink: await loadInk(), clock: systemClock, signal: new AbortController().signal, overlay: true };
  const shown = await showInPi(textView(title, text), host);
  if (shown.kind === "no-screen") ui.notify(text, "info");
  else giveBack(ui, shown.state.typed);
}
