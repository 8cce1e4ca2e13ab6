import { type Static, Type } from "@sinclair/typebox";

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
