import type { ExtensionAPI, ExtensionContext } from "@mariozechner/pi-coding-agent";
import { registerCommands } from "./commands/register-commands.ts";
import { resultMessage } from "./commands/result-message.ts";
import type { App } from "./src/app.ts";
import type { OpenSession } from "./src/app-session.ts";
import { type Diagnostic, error } from "./src/contract/diagnostic.ts";
import { failure, type Outcome } from "./src/contract/outcome.ts";
import { describeProfiles, registerForgeSubagent } from "./tools/forge-subagent.ts";
import { registerForgeSubagentProfiles } from "./tools/forge-subagent-profiles.ts";
import { renderResult } from "./tools/render-result.ts";

const sessionOver = error("host.session", "This session of Pi is over; start the delegation again in the new one.");

/** Nobody may be waiting for it yet, and what nobody catches ends Pi. */
function notLoaded(cause: unknown): Diagnostic {
  const why = cause instanceof Error ? cause.message : String(cause);
  return error("host.load", `pi-forge-agent could not be loaded (${why}); install it again.`);
}

/** Wires the commands and tools into Pi. What costs time to load is loaded when it is first needed. */
export default function forgeAgent(pi: ExtensionAPI): void {
  let ended = new AbortController();
  let app: Promise<Outcome<App>> | undefined;
  const load = (ctx: ExtensionContext) => {
    const { signal } = ended;
    // Pi's context throws once its session is over, and a short session can be over before this is loaded.
    app ??= import("./src/app-in-pi.ts")
      .then(({ createPiApp }) => (signal.aborted ? failure(sessionOver) : createPiApp(pi, ctx)))
      .catch((cause: unknown) => failure(signal.aborted ? sessionOver : notLoaded(cause)));
    return app;
  };
  const session: OpenSession = {
    async open(ctx) {
      const loaded = await load(ctx);
      return loaded.ok ? { ...loaded, value: { app: loaded.value, signal: ended.signal } } : loaded;
    },
    async loaded() {
      const loaded = await app;
      return loaded?.ok ? loaded.value : undefined;
    },
  };
  const start = async (ctx: ExtensionContext, canAsk: boolean, signal: AbortSignal) => {
    const loaded = await load(ctx);
    if (!loaded.ok || signal.aborted || !loaded.value.settings().settings.summaryInToolDescription.value) return;
    const { toolSummary } = await import("./src/app-tool-summary.ts");
    const summary = await toolSummary(loaded.value, canAsk);
    if (summary !== undefined && !signal.aborted) describeProfiles(pi, session, summary);
  };
  registerCommands(pi, session);
  registerForgeSubagent(pi, session);
  registerForgeSubagentProfiles(pi, session);
  pi.registerMessageRenderer(resultMessage, renderResult);
  // The host must be on the bus before somebody asks for it, but Pi must not wait for that.
  pi.on("session_start", (_event, ctx) => {
    const { signal } = ended;
    const canAsk = ctx.hasUI;
    setTimeout(() => signal.aborted || void start(ctx, canAsk, signal), 0).unref();
  });
  pi.on("session_shutdown", async () => {
    ended.abort();
    ended = new AbortController();
    const closing = await app;
    app = undefined;
    if (closing?.ok) await closing.value.dispose();
  });
}
