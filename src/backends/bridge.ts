import { createHash } from "node:crypto";
import type { ExtensionAPI, ExtensionContext } from "@mariozechner/pi-coding-agent";
import { openChannel } from "./bridge-channel.ts";
import { afterPlaceholder, sealedMessages } from "./bridge-conversation.ts";
import { withoutSystemPrompt } from "./bridge-payload.ts";
import { registerProvider } from "./bridge-provider.ts";
import { readyFrame } from "./bridge-ready.ts";
import { type BridgeRun, bridgeRun } from "./bridge-run.ts";
import { withoutSentSecrets } from "./bridge-secrets.ts";
import { verifyPayload } from "./bridge-verify.ts";
import { exitCodes, type Job, protocolVersion, type SetupFrame } from "./frames.ts";
import { piModules } from "./pi-modules.ts";
import { createReadTools } from "./read-tools.ts";

/** Pi replaces an empty system prompt by its own; this stands in for it and is taken out of the payload again. */
const emptyPromptMarker = "pi-forge-agent: this line stands for an empty system prompt and is never sent";
/** Pi's abort keeps the partial text; an abort that does not come back is not waited for. */
const abortMs = 1_500;

/**
 * The one extension of the child. Pi's hooks fail open: a throw sends Pi's default prompt. So every handler turns any
 * error into the end of the process before a request.
 */
export default async function bridge(pi: ExtensionAPI): Promise<void> {
  const channel = openChannel();
  const run = bridgeRun(channel.write);
  channel.onProtocolError((message) => refuse(run, "bridge.protocol", message));
  process.on("exit", () => run.end(run.cancelled() ? "cancelled" : "failed", { message: run.lastError() }));
  try {
    const setup = await channel.setup;
    if (setup.version !== protocolVersion) refuse(run, "bridge.version", `Protocol ${setup.version} is not ours.`);
    run.limit(setup.limits);
    if (setup.registration !== null) registerProvider(pi, setup.registration, null);
    await registerTools(pi, run, setup);
    followJob(pi, run, setup, channel);
    followEvents(pi, run, setup);
  } catch (cause) {
    refuse(run, "bridge.setup", messageOf(cause));
  }
}

async function registerTools(pi: ExtensionAPI, run: BridgeRun, setup: SetupFrame): Promise<void> {
  const tools = await createReadTools({
    pi: await piModules(),
    root: setup.root,
    denied: setup.denied,
    allowed: setup.allowed,
    tools: setup.tools,
    onRead: (path) => run.tool("read", "", path),
    onRefused: (path, reason) => run.tool("refused", reason, path),
  });
  for (const tool of tools) pi.registerTool(tool);
}

/** The hooks that decide what is sent. */
function followJob(pi: ExtensionAPI, run: BridgeRun, setup: SetupFrame, channel: ReturnType<typeof openChannel>): void {
  let job: Job | undefined;
  let seenTokens = 0;
  const sealed = () => job ?? refuse(run, "bridge.no-job", "A request is due before a job has come.");

  pi.on(
    "session_start",
    guarded(run, "ready", async (_event, ctx) => channel.write(await readyFrame(pi, ctx))),
  );
  pi.on(
    "before_agent_start",
    guarded(run, "job", async (_event, ctx) => {
      channel.onCancel(() => process.exit(exitCodes.parentGone));
      const frame = await channel.job;
      if (digestOf(frame.job) !== frame.digest) refuse(run, "job.digest", "The job is not the one that was sealed.");
      if (setup.registration !== null) registerProvider(pi, setup.registration, frame.job.key);
      job = frame.job;
      checkDestination(run, job, ctx);
      channel.onCancel(({ reason }) => cancel(run, reason, ctx));
      channel.release();
      return { systemPrompt: job.systemPrompt === "" ? emptyPromptMarker : job.systemPrompt };
    }),
  );
  pi.on(
    "context",
    guarded(run, "context", async (event) => {
      const rest = afterPlaceholder(event.messages, setup.placeholder);
      if (rest === undefined) refuse(run, "context.placeholder", "The placeholder prompt is not in the conversation.");
      seenTokens = rest.reduce((sum, each) => sum + (each.role === "assistant" ? each.usage.totalTokens : 0), 0);
      return { messages: [...sealedMessages(sealed(), Date.now()), ...rest] };
    }),
  );
  pi.on(
    "before_provider_request",
    guarded(run, "request", async (event, ctx) => {
      const checked = sealed();
      checkDestination(run, checked, ctx);
      const limit = run.limitBefore(seenTokens);
      if (limit !== undefined) stopAtLimit(run, limit);
      const empty = checked.systemPrompt === "";
      const payload = empty ? withoutSystemPrompt(checked.api, event.payload, emptyPromptMarker) : event.payload;
      const verdict = verifyPayload(payload, checked, { first: run.isFirst(), placeholder: setup.placeholder });
      if (!verdict.ok) refuse(run, verdict.code, verdict.message);
      run.request(digestOf(payload), verdict.verified);
      return empty ? payload : undefined;
    }),
  );
  pi.on("session_before_compact", () => ({ cancel: true }));
}

/** The hooks that tell what happens. */
function followEvents(pi: ExtensionAPI, run: BridgeRun, setup: SetupFrame): void {
  const approved = new Set(setup.tools);
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

function guarded<E, R>(run: BridgeRun, name: string, handler: (event: E, ctx: ExtensionContext) => Promise<R>) {
  return async (event: E, ctx: ExtensionContext): Promise<R> => {
    try {
      return await handler(event, ctx);
    } catch (cause) {
      return refuse(run, `bridge.${name}`, messageOf(cause));
    }
  };
}

function checkDestination(run: BridgeRun, job: Job, ctx: ExtensionContext): void {
  const model = ctx.model;
  const same =
    model?.provider === job.provider &&
    model.id === job.modelId &&
    model.api === job.api &&
    model.baseUrl === job.baseUrl;
  if (!same) refuse(run, "destination.changed", "The model or its destination is not the sealed one.");
}

function cancel(run: BridgeRun, reason: string, ctx: ExtensionContext): void {
  run.cancel(reason);
  setTimeout(() => process.exit(exitCodes.parentGone), abortMs);
  ctx.abort();
}

function stopAtLimit(run: BridgeRun, limit: "maxTurns" | "tokenBudget" | "maxOutputBytes"): never {
  run.end("limit", { limit });
  process.exit(exitCodes.limit);
}

function refuse(run: BridgeRun, code: string, message: string): never {
  run.end("refused", { code, message });
  process.exit(exitCodes.refused);
}

function messageOf(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause);
}

function digestOf(value: unknown): string {
  return createHash("sha256").update(JSON.stringify(value), "utf8").digest("hex");
}

function oneLine(value: unknown): string {
  return (JSON.stringify(value) ?? "").slice(0, 500);
}
