import { type Static, Type } from "@sinclair/typebox";

export const limitNames = ["timeoutMs", "maxTurns", "tokenBudget", "maxOutputBytes"] as const;
export const LimitName = Type.Union([
  Type.Literal("timeoutMs"),
  Type.Literal("maxTurns"),
  Type.Literal("tokenBudget"),
  Type.Literal("maxOutputBytes"),
]);
export type LimitName = Static<typeof LimitName>;

const value = Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER });

const RequestedLimit = Type.Object({
  value,
  enforcement: Type.Union([Type.Literal("required"), Type.Literal("best-effort")]),
});
export type RequestedLimit = Static<typeof RequestedLimit>;

/** Milliseconds, provider requests, tokens, UTF-8 bytes of streamed answer. */
export const LimitsRequest = Type.Object({
  timeoutMs: Type.Optional(RequestedLimit),
  maxTurns: Type.Optional(RequestedLimit),
  tokenBudget: Type.Optional(RequestedLimit),
  maxOutputBytes: Type.Optional(RequestedLimit),
});
export type LimitsRequest = Static<typeof LimitsRequest>;

/** `backend-hard`: the backend ends the run itself. `host-abort`: the host cancels on a timer. */
export const LimitEnforcement = Type.Union([
  Type.Literal("backend-hard"),
  Type.Literal("host-abort"),
  Type.Literal("best-effort"),
]);
export type LimitEnforcement = Static<typeof LimitEnforcement>;

const ReceivedLimit = Type.Object({ value, enforcement: LimitEnforcement });

export const LimitsReceipt = Type.Object({
  timeoutMs: Type.Optional(ReceivedLimit),
  maxTurns: Type.Optional(ReceivedLimit),
  tokenBudget: Type.Optional(ReceivedLimit),
  maxOutputBytes: Type.Optional(ReceivedLimit),
});
export type LimitsReceipt = Static<typeof LimitsReceipt>;

const capability = Type.Array(Type.Union([LimitEnforcement, Type.Literal("unsupported")]));

export const LimitCapabilities = Type.Object({
  timeoutMs: capability,
  maxTurns: capability,
  tokenBudget: capability,
  maxOutputBytes: capability,
});
export type LimitCapabilities = Static<typeof LimitCapabilities>;
