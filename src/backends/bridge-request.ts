import { createHash } from "node:crypto";
import type { ExtensionAPI, ExtensionContext } from "@mariozechner/pi-coding-agent";
import type { Channel } from "./bridge-channel.ts";
import { afterPlaceholder, sealedMessages } from "./bridge-conversation.ts";
import { holdKey, modelDifference, routeDifference } from "./bridge-destination.ts";
import { guarded, refuse, stopAtLimit } from "./bridge-guard.ts";
import { bodyOf, withoutSystemPrompt } from "./bridge-payload.ts";
import { readyFrame } from "./bridge-ready.ts";
import { followNoRedirects } from "./bridge-redirects.ts";
import type { BridgeRun } from "./bridge-run.ts";
import { verifyPayload } from "./bridge-verify.ts";
import { exitCodes, type Job, type SetupFrame } from "./frames.ts";

/** Pi replaces an empty system prompt by its own; this stands in for it and is taken out of the payload again. */
const emptyPromptMarker = "pi-forge-agent: this line stands for an empty system prompt and is never sent";
/** Pi's abort keeps the partial text; an abort that does not come back is not waited for. */
const abortMs = 1_500;

/** The hooks that decide what is sent. */
export function followJob(pi: ExtensionAPI, run: BridgeRun, setup: SetupFrame, channel: Channel): void {
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
      job = await receiveJob(run, channel, ctx);
      return { systemPrompt: job.systemPrompt === "" ? emptyPromptMarker : job.systemPrompt };
    }),
  );
  pi.on(
    "context",
    guarded(run, "context", async (event, ctx) => {
      wholeBodies(ctx);
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
      await checkDestination(run, checked, ctx);
      const limit = run.limitBefore(seenTokens);
      if (limit !== undefined) stopAtLimit(run, limit);
      return checkedPayload(run, checked, event.payload, setup.placeholder);
    }),
  );
  pi.on("session_before_compact", () => ({ cancel: true }));
  stopCacheWarming(pi);
}

async function receiveJob(run: BridgeRun, channel: Channel, ctx: ExtensionContext): Promise<Job> {
  channel.onCancel(() => process.exit(exitCodes.parentGone));
  const { job, digest } = await channel.job;
  if (digestOf(job) !== digest) refuse(run, "job.digest", "The job is not the one that was sealed.");
  followNoRedirects();
  if (job.key !== null) await holdKey(ctx.modelRegistry, job.provider, job.key);
  await checkDestination(run, job, ctx);
  channel.onCancel(({ reason }) => cancel(run, reason, ctx));
  channel.release();
  return job;
}

async function checkDestination(run: BridgeRun, job: Job, ctx: ExtensionContext): Promise<void> {
  const changed = modelDifference(ctx, job) ?? (await routeDifference(ctx, job));
  if (changed !== undefined) refuse(run, "destination.changed", changed);
}

/** The payload when it had to be changed to be the sealed one; undefined when Pi's own is. Does not return when neither is. */
function checkedPayload(run: BridgeRun, job: Job, given: unknown, placeholder: string): unknown {
  const empty = job.systemPrompt === "";
  const payload = empty ? withoutSystemPrompt(job.api, given, emptyPromptMarker) : given;
  const verdict = verifyPayload(payload, job, { first: run.isFirst(), placeholder });
  if (!verdict.ok) refuse(run, verdict.code, verdict.message);
  run.request(digestOf(bodyOf(job.api, payload)), verdict.verified);
  return empty ? payload : undefined;
}

/**
 * Pi 1.x would send Anthropic's own endpoint only what is new in a later turn. It decides that after our check, so the
 * body would not be the one that was checked.
 */
function wholeBodies({ model }: ExtensionContext): void {
  if (model?.api !== "anthropic-messages") return;
  Object.assign(model, { compat: { ...model.compat, supportsMessageThreads: false } });
}

/** Pi 1.x repeats a request to keep a provider's cache alive, without asking anybody. The older Pi knows no such event. */
function stopCacheWarming(pi: ExtensionAPI): void {
  Reflect.apply(pi.on, pi, ["cache_warming_decision", () => ({ action: "stop" })]);
}

function cancel(run: BridgeRun, reason: string, ctx: ExtensionContext): void {
  run.cancel(reason);
  setTimeout(() => process.exit(exitCodes.parentGone), abortMs);
  ctx.abort();
}

function digestOf(value: unknown): string {
  return createHash("sha256").update(JSON.stringify(value), "utf8").digest("hex");
}
