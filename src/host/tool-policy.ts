import type { ResourcePolicy } from "../contract/product/prompt-stack.ts";

type Policy = ResourcePolicy | null | undefined;

/** The names a policy lets through, in their order; never a name that was not there. An empty allow list lets nothing through. */
export function filterToolsByPolicy(names: readonly string[], policy: Policy): string[] {
  if (policy?.allow) return names.filter((name) => policy.allow?.some((pattern) => matches(pattern, name)));
  return names.filter((name) => !policy?.deny?.some((pattern) => matches(pattern, name)));
}

/** Whether a policy changes anything: an allow list of nothing but `*` and an empty deny list do not. */
export function hasPolicy(policy: Policy): boolean {
  if (policy?.allow) return policy.allow.length === 0 || policy.allow.some((pattern) => pattern.trim() !== "*");
  return (policy?.deny ?? []).length > 0;
}

/** Allow patterns that match none of the names; `*` alone is never one. */
export function unmatchedAllowPatterns(names: readonly string[], policy: Policy): string[] {
  return (policy?.allow ?? []).filter((pattern) => pattern !== "*" && !names.some((name) => matches(pattern, name)));
}

/** Case-sensitive; `*` stands for any run of characters of one line, everything else for itself. Linear in the name for each star. */
function matches(pattern: string, name: string): boolean {
  const [first = "", ...rest] = pattern.trim().split("*");
  if (rest.length === 0) return first === name;
  if (!name.startsWith(first)) return false;
  const last = rest.pop() ?? "";
  let at = first.length;
  for (const piece of rest) {
    const next = name.indexOf(piece, at);
    if (next === -1 || hasLineBreak(name.slice(at, next))) return false;
    at = next + piece.length;
  }
  const end = name.length - last.length;
  return end >= at && name.endsWith(last) && !hasLineBreak(name.slice(at, end));
}

function hasLineBreak(text: string): boolean {
  return /[\n\r\u2028\u2029]/.test(text);
}
