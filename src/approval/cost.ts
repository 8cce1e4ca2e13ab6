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

/** What the first request and the whole run may cost, in words; "unknown" where the model's entry has no price. */
export function costInWords(plan: SealedPlan): string {
  const price = plan.preflight.facts?.price ?? null;
  const tokens = estimatedTokens(plan.conversation);
  const first = price === null ? "cost unknown" : formatMoney((tokens * price.input) / 1_000_000, price.currency);
  return `first request ~${formatCount(tokens)} tok, ${first} · ${mostInWords(plan, price)}`;
}

function mostInWords(plan: SealedPlan, price: Price | null): string {
  const budget = plan.preflight.limits.tokenBudget;
  if (price === null) return "at most: unknown, the model has no price";
  if (budget === undefined) return "at most: unknown, no token limit";
  const dearest = Math.max(price.input, price.output, price.cacheRead, price.cacheWrite);
  const most = formatMoney((budget.value * dearest) / 1_000_000, price.currency);
  return `at most ~${most} at the token limit`;
}
