import { type Static, Type } from "@sinclair/typebox";
import { checker, placeOf } from "./check.ts";
import { type Diagnostic, error } from "./diagnostic.ts";

export const Usage = Type.Object({
  tokens: Type.Optional(
    Type.Object({
      input: Type.Number(),
      output: Type.Number(),
      /** At least input + output: cached tokens count here only. */
      total: Type.Number(),
      tokenizer: Type.Optional(Type.String()),
    }),
  ),
  cost: Type.Optional(Type.Object({ amount: Type.Number(), currency: Type.String() })),
});
export type Usage = Static<typeof Usage>;

export const usageCheck = checker(Usage, {
  codes: { "": "usage.type", tokens: "usage.tokens", cost: "usage.cost" },
  rules: (when) => [
    when(["tokens"], function* ({ tokens }, at) {
      if (!tokens) return;
      const { input, output, total } = tokens;
      if ([input, output, total].some((each) => each < 0)) {
        yield error("usage.tokens", "Token counts are never negative.", placeOf(at, ["tokens"]));
      } else if (total < input + output) {
        const message = `The total of ${total} tokens is less than ${input} in and ${output} out.`;
        yield error("usage.token-total", message, placeOf(at, ["tokens", "total"]));
      }
    }),
    when(["cost"], function* ({ cost }, at) {
      if (!cost || (cost.amount >= 0 && /^[A-Z]{3}$/.test(cost.currency))) return;
      const message = "A cost is an amount from 0 and an ISO 4217 code of three capital letters.";
      yield error("usage.cost", message, placeOf(at, ["cost"]));
    }),
  ],
});

export const validateUsage = (usage: unknown, at = "usage"): Diagnostic[] => usageCheck.diagnose(usage, at);
