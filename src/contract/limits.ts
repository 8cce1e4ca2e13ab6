import { type Static, Type } from "@sinclair/typebox";
import { checker } from "./check.ts";
import { type Diagnostic, error } from "./diagnostic.ts";
import { repeated } from "./repeated.ts";

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
const LimitEnforcement = Type.Union([
  Type.Literal("backend-hard"),
  Type.Literal("host-abort"),
  Type.Literal("best-effort"),
]);

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

export const limitsRequestCheck = checker(LimitsRequest, {
  codes: { "": "limits.type", ...everyLimit("limits.requirement") },
  whole: (limits, at) => unknownLimits(limits, "limits.unknown", at),
});

export const limitsReceiptCheck = checker(LimitsReceipt, {
  codes: { "": "limit-receipt.type", ...everyLimit("limit-receipt.value") },
  whole: (limits, at) => unknownLimits(limits, "limit-receipt.unknown", at),
});

export const limitCapabilitiesCheck = checker(LimitCapabilities, {
  codes: {
    "": "backend.limits",
    ...everyLimit("backend.limit-capability"),
    ...Object.fromEntries(limitNames.map((name) => [`${name}[]`, "backend.limit-enforcement"])),
  },
  *whole(capabilities, at) {
    for (const name of limitNames) {
      const place = `${at}.${name}`;
      for (const [, enforcement] of repeated(capabilities[name])) {
        yield error("backend.limit-duplicate", `\`${place}\` names "${enforcement}" twice: remove one.`, place);
      }
      if (capabilities[name].length > 1 && capabilities[name].includes("unsupported")) {
        yield error("backend.limit-unsupported", `\`${place}\` is "unsupported" and something else at once.`, place);
      }
    }
  },
});

export const validateLimitsRequest = (limits: unknown, at = "limits"): Diagnostic[] =>
  limitsRequestCheck.diagnose(limits, at);

export const validateLimitsReceipt = (limits: unknown, at = "limits"): Diagnostic[] =>
  limitsReceiptCheck.diagnose(limits, at);

function everyLimit(code: string): Record<string, string> {
  return Object.fromEntries(limitNames.map((name) => [name, code]));
}

function* unknownLimits(limits: object, code: string, at: string): Generator<Diagnostic> {
  const known: readonly string[] = limitNames;
  for (const name of Object.keys(limits)) {
    if (known.includes(name)) continue;
    yield error(code, `"${name}" is not a limit: use ${limitNames.join(", ")}.`, `${at}.${name}`);
  }
}
