import type { Conversation } from "../contract/conversation.ts";
import type { Price } from "../contract/runtime/execution-facts.ts";
import type { SealedPlan } from "../contract/runtime/sealed-plan.ts";
import { formatCount, formatMoney } from "../text/format.ts";

const charactersPerToken = 4;

/** An estimate: no tokenizer is asked, and tool definitions are not counted. */
function estimatedTokens(conversation: Conversation): number {
  const parts = conversation.messages.flatMap((message) => message.content);
  const characters = parts.reduce((sum, part) => sum + (part.type === "text" ? part.text.length : 0), 0);
  return Math.ceil((conversation.systemPrompt.length + characters) / charactersPerToken);
}

/** What the first request and the whole run may cost, in words, the longest first; "unknown" where the model's entry has no price. */
export function costForms(plan: SealedPlan): string[] {
  const price = plan.preflight.facts?.price ?? null;
  const tokens = estimatedTokens(plan.conversation);
  const first = `first request ~${formatCount(tokens)} tok`;
  if (price === null) return [`${first} · cost unknown: the model's entry has no price`, `${first} · cost unknown`];
  const paid = formatMoney((tokens * price.input) / 1_000_000, price.currency);
  const { long, short } = most(plan, price);
  return [`${first}, ${paid} · at most ${long}`, `first request ${paid} · at most ${long}`, `at most ${short}`];
}

export function costInWords(plan: SealedPlan): string {
  return costForms(plan)[0] ?? "";
}

/** `at most $0.71 at the token limit` */
export function mostInWords(plan: SealedPlan): string {
  const price = plan.preflight.facts?.price ?? null;
  return `at most ${price === null ? "unknown, the model has no price" : most(plan, price).long}`;
}

/** The most at the limits: the token limit, or so many requests of a full context window. */
function most(plan: SealedPlan, price: Price): { readonly long: string; readonly short: string } {
  const { tokenBudget, maxTurns } = plan.preflight.limits;
  const window = plan.preflight.facts?.contextWindow ?? null;
  const dearest = Math.max(price.input, price.output, price.cacheRead, price.cacheWrite) / 1_000_000;
  const within = (tokens: number, limit: string) => {
    const short = formatMoney(tokens * dearest, price.currency);
    return { long: `${short} at the ${limit} limit`, short };
  };
  const byTurns = maxTurns && window !== null ? maxTurns.value * window : Number.POSITIVE_INFINITY;
  if (tokenBudget && tokenBudget.value <= byTurns) return within(tokenBudget.value, "token");
  if (byTurns < Number.POSITIVE_INFINITY) return within(byTurns, "turn");
  return { long: "unknown, no token limit", short: "unknown" };
}
