import type { ExtensionAPI } from "@mariozechner/pi-coding-agent";
import { guarded, stopAtLimit } from "./bridge-guard.ts";
import type { BridgeRun } from "./bridge-run.ts";
import { withoutSentSecrets } from "./bridge-secrets.ts";

/** The hooks that tell what happens. */
export function followEvents(pi: ExtensionAPI, run: BridgeRun, tools: readonly string[]): void {
  followTools(pi, run, new Set(tools));
  followMessages(pi, run);
}

function followTools(pi: ExtensionAPI, run: BridgeRun, approved: ReadonlySet<string>): void {
  pi.on(
    "tool_call",
    guarded(run, "tool-call", async (event) => {
      if (approved.has(event.toolName)) return undefined;
      run.block(event.toolCallId, event.toolName);
      return { block: true, reason: `The tool ${event.toolName} is not approved for this run.` };
    }),
  );
  pi.on(
    "tool_execution_start",
    guarded(run, "tool-start", async (event) => {
      if (!approved.has(event.toolName)) run.block(event.toolCallId, event.toolName);
      else run.tool("start", event.toolName, oneLine(event.args));
    }),
  );
  pi.on(
    "tool_execution_end",
    guarded(run, "tool-end", async (event) => {
      if (approved.has(event.toolName)) run.tool(event.isError ? "failed" : "end", event.toolName, "");
    }),
  );
}

function followMessages(pi: ExtensionAPI, run: BridgeRun): void {
  pi.on(
    "message_update",
    guarded(run, "delta", async (event) => {
      const update = event.assistantMessageEvent;
      if (update.type === "thinking_delta") run.thinking(update.delta);
      if (update.type === "text_delta" && run.text(update.delta)) stopAtLimit(run, "maxOutputBytes");
    }),
  );
  pi.on(
    "message_end",
    guarded(run, "message", async ({ message }, ctx) => {
      if (message.role !== "assistant") return;
      const { errorMessage } = message;
      if (errorMessage === undefined) run.message(message);
      else run.message({ ...message, errorMessage: await withoutSentSecrets(errorMessage, ctx) });
    }),
  );
  // It fires once per retry, so an error is no ending: the exit of the process is, or a later answer.
  pi.on(
    "agent_end",
    guarded(run, "ending", async () => {
      const reason = run.settle();
      if (reason === undefined) return;
      run.end(reason);
      process.exit(0);
    }),
  );
}

function oneLine(value: unknown): string {
  return (JSON.stringify(value) ?? "").slice(0, 500);
}
