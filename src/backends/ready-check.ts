import type { SealedPlan } from "../contract/runtime/sealed-plan.ts";
import type { ReadyFrame } from "./frames.ts";

/** How the booted child differs from what was approved; undefined when it does not. Nothing has been sent then. */
export function readyDifference(ready: ReadyFrame, { intent, preflight }: SealedPlan): string | undefined {
  const { facts } = preflight;
  if (facts === undefined) return "The plan does not say where its requests go; nothing was sent.";
  const { destination } = facts;
  const pairs: readonly (readonly [string, string, string])[] = [
    ["model", `${intent.model.provider}/${intent.model.id}`, `${ready.provider}/${ready.modelId}`],
    ["API", destination.api, ready.api],
    ["base URL", destination.baseUrl, ready.baseUrl],
    ["list of headers", sorted(destination.headerNames), sorted(ready.headerNames)],
    ["proxy", destination.proxy ?? "none", ready.proxy ?? "none"],
    ["certificate setting", destination.tls, ready.tls],
    ["thinking level", intent.thinkingLevel, ready.thinkingLevel],
    ["list of tools", sorted(intent.requestedTools), sorted(ready.tools)],
    ["request setting", facts.requestSettings ?? "", ready.requestSettings],
    ["Pi version", facts.piVersion, ready.piVersion],
    ["Node version", facts.nodeVersion, ready.nodeVersion],
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
