import { describe, expect, test } from "vitest";
import { costForms, mostForms } from "../../src/approval/cost.ts";
import type { LimitsReceipt } from "../../src/contract/limits.ts";
import type { SealedPlan } from "../../src/contract/runtime/sealed-plan.ts";
import { aPlan, facts } from "./a-subject.ts";

const price = { currency: "USD", input: 3, output: 15, cacheRead: 0.3, cacheWrite: 3.75 };

function planWith(limits: LimitsReceipt, about: Parameters<typeof facts>[0] = { price }): SealedPlan {
  const plan = aPlan({ systemPrompt: "s".repeat(40_000), facts: facts(about) });
  return { ...plan, preflight: { ...plan.preflight, limits } };
}

const tokenLimit = { tokenBudget: { value: 200_000, enforcement: "backend-hard" } } as const;
const turnLimit = { maxTurns: { value: 2, enforcement: "backend-hard" } } as const;

describe("what a run may cost", () => {
  test.each<[string, SealedPlan, string]>([
    ["a token limit bounds it", planWith(tokenLimit), "at most $3.00 at the token limit"],
    ["so do turns of a full context window", planWith(turnLimit), "at most $6.00 at the turn limit"],
    ["no limit bounds nothing", planWith({}), "no upper bound: no token limit"],
    [
      "a limit that nobody enforces bounds nothing",
      planWith({ tokenBudget: { value: 200_000, enforcement: "best-effort" } }),
      "no upper bound: the token limit is not enforced",
    ],
    [
      "turns alone bound nothing",
      planWith(turnLimit, { price, contextWindow: null }),
      "no upper bound: no token limit",
    ],
    ["a small amount", planWith({ tokenBudget: { value: 10, enforcement: "backend-hard" } }), "under $0.01 at the"],
    ["no price", planWith({}, { price: null }), "cost unknown"],
    [
      "only zero prices",
      planWith({}, { price: { ...price, input: 0, output: 0, cacheRead: 0, cacheWrite: 0 } }),
      "free",
    ],
  ])("%s, which every wording says", (_, plan, words) => {
    const [start = ""] = words.split(/:| at the/);
    for (const form of [...costForms(plan), ...mostForms(plan)]) expect(form).toContain(start);
    expect(costForms(plan)[0]).toContain(words);
  });

  test("counts the definitions of the tools, and says where it cannot", () => {
    const plan = planWith(tokenLimit);
    const first = (definitionCharacters?: number) => {
      const tool = { id: "read", name: "read", effects: ["filesystem-read" as const] };
      const told = definitionCharacters === undefined ? tool : { ...tool, definitionCharacters };
      return costForms({ ...plan, effectiveTools: [told] })[0];
    };
    expect(first()).toContain("first request ~10k tok + tools, $0.03");
    expect(first(16_000)).toContain("first request ~14k tok, $0.04");
    expect(costForms({ ...plan, effectiveTools: [] })[0]).toContain("first request ~10k tok, $0.03");
  });
});
