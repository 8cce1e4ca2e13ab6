import type { ExecutionIntent } from "../contract/runtime/execution-intent.ts";
import type { ReadyFrame } from "./frames.ts";
import type { ModelFacts } from "./model-facts.ts";

/** How the booted child differs from what was approved; undefined when it does not. Nothing has been sent then. */
export function readyDifference(
  ready: ReadyFrame,
  intent: Pick<ExecutionIntent, "model" | "thinkingLevel" | "requestedTools">,
  facts: ModelFacts,
): string | undefined {
  const pairs: readonly (readonly [string, string, string])[] = [
    ["model", `${intent.model.provider}/${intent.model.id}`, `${ready.provider}/${ready.modelId}`],
    ["API", facts.destination.api, ready.api],
    ["base URL", facts.destination.baseUrl, ready.baseUrl],
    ["thinking level", intent.thinkingLevel, ready.thinkingLevel],
    ["tools", sorted(intent.requestedTools), sorted(ready.tools)],
  ];
  const different = pairs.find(([, approved, seen]) => approved !== seen);
  if (different !== undefined) {
    const [what, approved, seen] = different;
    return `The child's ${what} is "${seen}", but "${approved}" was approved; nothing was sent.`;
  }
  if (ready.keyPresent) return undefined;
  return `The child finds no key for "${intent.model.provider}"; nothing was sent. Log in in Pi or set the provider's variable.`;
}

function sorted(names: readonly string[]): string {
  return [...names].sort().join(", ");
}
