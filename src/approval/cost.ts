import type { Conversation } from "../contract/conversation.ts";
import type { Price } from "../contract/runtime/execution-facts.ts";
import type { SealedPlan } from "../contract/runtime/sealed-plan.ts";
import { formatCount, formatMoney } from "../text/format.ts";

const charactersPerToken = 4;

/** What the first request and the whole run may cost, in words, the longest first; what is not known is said. */
export function costForms(plan: SealedPlan): string[] {
  const price = plan.preflight.facts?.price ?? null;
  const { tokens, toolsCounted } = firstRequest(plan);
  const size = `request ~${formatCount(tokens)} tok${toolsCounted ? "" : " + tools"}`;
  const first = `first ${size}`;
  if (price === null) return [`${first} · cost unknown: the model's entry has no price`, `${first} · cost unknown`];
  if (dearest(price) === 0) return [`${first} · free: the model's entry has only zero prices`, `${first} · free`];
  const paid = formatMoney((tokens * price.input) / 1_000_000, price.currency);
  const { long, short } = most(plan, price);
  return [`${first}, ${paid} · ${long}`, `1st ${size}, ${paid} · ${long}`, `first request ${paid} · ${long}`, short];
}

export function costInWords(plan: SealedPlan): string {
  return costForms(plan)[0] ?? "";
}

/** `at most $0.71 at the token limit`, and shorter. */
export function mostForms(plan: SealedPlan): string[] {
  const price = plan.preflight.facts?.price ?? null;
  if (price === null) return ["cost unknown: no price", "cost unknown"];
  if (dearest(price) === 0) return ["free"];
  const { long, short } = most(plan, price);
  return [long, short];
}

/** An estimate, because no tokenizer is asked: the texts, and the tools' definitions where the backend says how long they are. */
function firstRequest({ conversation, effectiveTools }: SealedPlan) {
  const definitions = effectiveTools.reduce((sum, tool) => sum + (tool.definitionCharacters ?? 0), 0);
  return {
    tokens: Math.ceil((charactersOf(conversation) + definitions) / charactersPerToken),
    toolsCounted: effectiveTools.every((tool) => tool.definitionCharacters !== undefined),
  };
}

function charactersOf({ systemPrompt, messages }: Conversation): number {
  const parts = messages.flatMap((message) => message.content);
  return parts.reduce((sum, part) => sum + (part.type === "text" ? part.text.length : 0), systemPrompt.length);
}

interface Most {
  readonly long: string;
  readonly short: string;
}

/** At the limits that are enforced: the token limit, or so many requests of a full context window. Without them nothing bounds it. */
function most({ preflight: { limits, facts } }: SealedPlan, price: Price): Most {
  const [tokens, turns] = [enforced(limits.tokenBudget), enforced(limits.maxTurns)];
  const window = facts?.contextWindow ?? Number.POSITIVE_INFINITY;
  const byTurns = turns * window;
  if (tokens < Number.POSITIVE_INFINITY && tokens <= byTurns) return atLimit(tokens, "token", price);
  if (byTurns < Number.POSITIVE_INFINITY) return atLimit(byTurns, "turn", price);
  const none = limits.tokenBudget ? "the token limit is not enforced" : "no token limit";
  return { long: `no upper bound: ${none}`, short: "no upper bound" };
}

function atLimit(tokens: number, limit: string, price: Price): Most {
  const money = formatMoney(tokens * dearest(price), price.currency);
  const short = money.startsWith("under ") ? money : `at most ${money}`;
  return { long: `${short} at the ${limit} limit`, short };
}

function enforced(limit: { readonly value: number; readonly enforcement: string } | undefined): number {
  return limit === undefined || limit.enforcement === "best-effort" ? Number.POSITIVE_INFINITY : limit.value;
}

/** Of one token. */
function dearest({ input, output, cacheRead, cacheWrite }: Price): number {
  return Math.max(input, output, cacheRead, cacheWrite) / 1_000_000;
}
