import { ApprovalReceipt } from "../contract/approval-receipt.ts";
import { AgentExecutionPlan } from "../contract/product/agent-execution-plan.ts";
import { AgentResponse } from "../contract/product/agent-response.ts";
import { hasShape, type Shape } from "../contract/shape.ts";

/*
 * What a reader of the history relies on. A file there may be damaged or written by somebody else: what does not have this shape
 * is no record, so that one such file neither ends a list nor says something that only looks like ours.
 */

const text = { type: "string" };
const number = { type: "number" };
const time = { type: "string", pattern: "^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9:.]{8,12}Z$" };
const code = { type: "string", pattern: "^[a-z-]{1,32}$" };
const { model, thinkingLevel, backendId, systemPrompt, executionFingerprint } = AgentExecutionPlan.properties;
const { output, error, usage, childReport, durationMs } = AgentResponse.properties;

const common = {
  id: { type: "string", pattern: "^r_[1-9][0-9]{0,8}$" },
  status: code,
  profileId: text,
  cwd: text,
  asker: code,
  startedAt: time,
  endedAt: time,
  task: text,
};
/** As somebody typed them, where nothing came to be run. */
const asked = { type: "object", properties: { provider: text, id: text }, required: ["provider", "id"] };
const times = {
  type: "object",
  properties: { asked: time, shown: time, decided: time, started: time, firstRequest: time, ended: time },
  required: ["asked", "ended"],
};
const entry = {
  type: "object",
  properties: {
    sequence: number,
    timestamp: time,
    phase: code,
    message: text,
    turn: number,
    tokens: number,
    cost: number,
    tool: text,
    said: text,
  },
  required: ["sequence", "timestamp", "phase", "message"],
};
const optional = { model: asked, thinkingLevel: text, sessionId: text, backendId: text };

const summary: Shape = {
  type: "object",
  properties: {
    ...common,
    ...optional,
    approvedBy: code,
    tokens: number,
    tokensUnknown: { const: true },
    durationMs: number,
    cost: { type: "object", properties: { amount: number, currency: text }, required: ["amount", "currency"] },
    errorCode: text,
  },
  required: Object.keys(common),
};

const plan = { model, thinkingLevel, backendId, systemPrompt, executionFingerprint };
const responseParts = { status: code, durationMs, output, error, usage, childReport };
const diagnostic = {
  type: "object",
  properties: { level: code, code: text, message: text, path: text, file: text, line: number, column: number },
  required: ["level", "code", "message"],
};

const attachment = {
  anyOf: [
    { type: "object", properties: { kind: { const: "diff" }, range: text }, required: ["kind"] },
    {
      type: "object",
      properties: { kind: { const: "file" }, path: text, from: number, to: number },
      required: ["kind", "path"],
    },
    {
      type: "object",
      properties: { kind: { const: "text" }, source: text, text },
      required: ["kind", "source", "text"],
    },
    {
      type: "object",
      properties: { kind: { const: "project-context" }, optional: { const: true } },
      required: ["kind"],
    },
  ],
};
const askedFor = {
  type: "object",
  properties: {
    profile: text,
    overrides: { type: "object", properties: { backend: text, model: asked, timeoutMs: number } },
    attachments: { type: "array", items: attachment },
  },
  required: ["profile", "overrides", "attachments"],
};

const run: Shape = {
  type: "object",
  properties: {
    ...common,
    ...optional,
    reason: text,
    times,
    asked: askedFor,
    plan: { type: "object", properties: plan, required: Object.keys(plan) },
    response: { type: "object", properties: responseParts, required: ["status", "durationMs"] },
    approval: ApprovalReceipt,
    granted: {
      type: "object",
      properties: { runs: number, minutes: number, tokens: number },
      required: ["runs", "minutes", "tokens"],
    },
    transcript: { type: "array", items: entry },
    transcriptLeftOut: number,
    diagnostics: { type: "array", items: diagnostic },
  },
  required: [...Object.keys(common), "diagnostics"],
};

export function hasSummaryShape(value: unknown): boolean {
  return hasShape(summary, value);
}

export function hasRunShape(value: unknown): boolean {
  return hasShape(run, value);
}
