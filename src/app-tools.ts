import { setTimeout as pause } from "node:timers/promises";
import type { App } from "./app.ts";
import { runningUpdate } from "./app-progress.ts";
import type { Recorded } from "./app-record.ts";
import { type ToldResult, toldResult } from "./app-result.ts";
import type { RunningUpdate } from "./approval/running-state.ts";
import { type Diagnostic, error } from "./contract/diagnostic.ts";
import type { LimitsReceipt } from "./contract/limits.ts";
import { parseModelReference } from "./contract/model.ts";
import type { Delegation, DelegationProgress, DelegationResult } from "./delegation.ts";
import { parseAttachment } from "./delegation-attachments.ts";
import type { RunProgress } from "./runtime/backend.ts";
import { escapeText } from "./text/escape.ts";
import { formatCount, formatDuration, formatMoney, formatSeal } from "./text/format.ts";

/** A call as the parent model writes it. */
export interface ModelCallParameters {
  readonly profileId: string;
  readonly task: string;
  readonly backend?: string;
  readonly model?: string;
  /** As `parseAttachment` reads it. */
  readonly context?: readonly string[];
}

export interface CallOptions {
  readonly sessionId: string;
  readonly signal: AbortSignal;
  /** One line about where the call stands; for the person, never for the model. */
  readonly onProgress: (line: string) => void;
  /** Every step, for whoever draws it. */
  readonly onUpdate?: (update: RunningUpdate) => void;
  readonly nonce: string;
}

/** One call from the parent model to its ending, in words for that model. Never rejects for anything that was asked. */
export async function callFromModel(app: App, call: ModelCallParameters, options: CallOptions): Promise<ToldResult> {
  const { nonce, signal, onProgress } = options;
  const model = call.model === undefined ? undefined : parseModelReference(call.model);
  if (call.model !== undefined && !model) return told(call, refusedModel(call.model), undefined, nonce);
  const attachments = (call.context ?? []).map((each) => parseAttachment(each));
  const faults = attachments.flatMap(({ diagnostics }) => diagnostics);
  if (faults.length > 0) return refusedCall(call, faults);
  const delegation: Delegation = {
    asker: "model",
    profile: call.profileId,
    task: call.task,
    overrides: {
      ...(call.backend === undefined ? {} : { backend: call.backend }),
      ...(model === undefined ? {} : { model }),
    },
    attachments: attachments.flatMap((each) => (each.ok ? [each.value] : [])),
    sessionId: options.sessionId,
  };
  const report = throttled(onProgress);
  let known: RunProgress = {};
  const recorded = app.delegate(delegation, signal, (progress) => {
    options.onUpdate?.(runningUpdate(progress));
    if (progress.phase === "running") known = { ...known, ...progress.event?.details };
    report(progressLine(progress, known), progress.phase);
  });
  const { result, runId } = await soonAfterAbort(recorded, signal);
  return told(call, result, runId, nonce);
}

const told = ({ profileId }: ModelCallParameters, result: DelegationResult, runId: string | undefined, nonce: string) =>
  toldResult(profileId, result, runId, nonce);

/** A call that did not come as far as a session. */
export function refusedCall(call: ModelCallParameters, diagnostics: readonly Diagnostic[]): ToldResult {
  return told(call, { kind: "refused", diagnostics }, undefined, "");
}

function refusedModel(model: string): DelegationResult {
  const message = `model "${model}" is not provider/id, for example anthropic/claude-sonnet-4-5; leave it out for the profile's own.`;
  return { kind: "refused", diagnostics: [error("request.model", message, "model")] };
}

const abortGraceMs = 800;

/** Whoever pressed Escape must not wait for a child to end; it is ended and recorded all the same. */
async function soonAfterAbort(recorded: Promise<Recorded>, signal: AbortSignal): Promise<Recorded> {
  const done = new AbortController();
  try {
    return await Promise.race([recorded, afterAbort(signal, done.signal)]);
  } finally {
    done.abort();
  }
}

async function afterAbort(signal: AbortSignal, done: AbortSignal): Promise<Recorded> {
  if (!signal.aborted) {
    await new Promise((resolve) => signal.addEventListener("abort", resolve, { once: true, signal: done }));
  }
  await pause(abortGraceMs);
  return { result: { kind: "aborted" }, diagnostics: [] };
}

const updateEveryMs = 250;

/** At most four lines a second; a new phase is told at once, and the last line is not told when the run is over anyway. */
function throttled(send: (line: string) => void): (line: string, phase: string) => void {
  let [sentAt, lastLine, lastPhase] = [Number.NEGATIVE_INFINITY, "", ""];
  return (line, phase) => {
    const now = performance.now();
    if (line === lastLine || (phase === lastPhase && now - sentAt < updateEveryMs)) return;
    [sentAt, lastLine, lastPhase] = [now, line, phase];
    send(line);
  };
}

function progressLine(progress: DelegationProgress, known: RunProgress): string {
  switch (progress.phase) {
    case "preparing":
      return "preparing; nothing is sent yet";
    case "awaiting-approval":
      return `waiting for approval of seal ${formatSeal(progress.prepared.executionFingerprint)}; nothing is sent yet`;
    case "running":
      return runningLine(progress.plan.limits, known);
  }
}

function runningLine(limits: LimitsReceipt, { turn, tokens, cost, tool, retry }: RunProgress): string {
  const { timeoutMs, maxTurns, tokenBudget } = limits;
  const of = (limit: { readonly value: number } | undefined, show: (value: number) => string) =>
    limit === undefined ? "" : `/${show(limit.value)}`;
  const facts = [
    `running${timeoutMs === undefined ? "" : `, at most ${formatDuration(timeoutMs.value)}`}`,
    turn === undefined ? "" : `turn ${turn}${of(maxTurns, String)}`,
    tool ? escapeText(tool) : "",
    tokens === undefined ? "" : `${formatCount(tokens)}${of(tokenBudget, formatCount)} tok`,
    cost === undefined ? "" : formatMoney(cost),
    retry === undefined ? "" : `retry ${retry}`,
  ];
  return facts.filter((each) => each !== "").join(" · ");
}
