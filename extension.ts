import type { ExtensionAPI, ExtensionContext } from "@mariozechner/pi-coding-agent";
import { registerCommands } from "./commands/register-commands.ts";
import { resultMessage } from "./commands/result-message.ts";
import type { App } from "./src/app.ts";
import { notLoaded, type OpenSession } from "./src/app-session.ts";
import { error } from "./src/contract/diagnostic.ts";
import { failure, type Outcome } from "./src/contract/outcome.ts";
import { describeProfiles, registerForgeSubagent } from "./tools/forge-subagent.ts";
import { registerForgeSubagentProfiles } from "./tools/forge-subagent-profiles.ts";
import { renderResult } from "./tools/render-result.ts";

const sessionOver = error("host.session", "This session of Pi is over; start the delegation again in the new one.");

/** Wires the commands and tools into Pi. What costs time to load is loaded when it is first needed. */
export default function forgeAgent(pi: ExtensionAPI): void {
  let ended = new AbortController();
  let app: Promise<Outcome<App>> | undefined;
  const load = (ctx: ExtensionContext) => {
    const { signal } = ended;
    // Pi's context throws once its session is over, and a short session can be over before this is loaded.
    app ??= import("./src/app-in-pi.ts")
      .then(({ createPiApp }) => (signal.aborted ? failure(sessionOver) : createPiApp(pi, ctx)))
      // Nobody may be waiting for it yet, and what nobody catches ends Pi.
      .catch((cause: unknown) => failure(signal.aborted ? sessionOver : notLoaded(cause)));
    return app;
  };
  const session: OpenSession = {
    async open(ctx) {
      const { signal } = ended;
      const loaded = await load(ctx);
      if (!loaded.ok) return loaded;
      return signal.aborted ? failure(sessionOver) : { ...loaded, value: { app: loaded.value, signal } };
    },
    async loaded() {
      const loaded = await app;
      return loaded?.ok ? loaded.value : undefined;
    },
    signal: () => ended.signal,
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
    setTimeout(() => {
      // A tool whose description could not be made longer is a tool all the same.
      if (!signal.aborted) start(ctx, canAsk, signal).catch(() => undefined);
    }, 0).unref();
  });
  pi.on("session_shutdown", async () => {
    ended.abort();
    ended = new AbortController();
    const closing = await app;
    app = undefined;
    if (closing?.ok) await closing.value.dispose();
  });
}
